import { section, ssn, text } from '../../engine/index.ts'

const firstName = text('first_name', 'First Name', { required: true, autocomplete: 'given-name' })
const middleName = text('middle_name', 'Middle Name', { autocomplete: 'additional-name' })
const lastName = text('last_name', 'Last Name', { required: true, autocomplete: 'family-name' })
const previousName = text('prev_name', 'Previous Name', {
  help: 'A name that may stand on your transcripts.',
})
const socialSecurityNumber = ssn('ssn', 'Social Security Number', {
  help: 'Used to match your financial aid. It is stored encrypted and never shown in full.',
  invalid: 'Please enter all nine digits of your Social Security Number.',
})

export const name = section('name', 'Name', [firstName, middleName, lastName, previousName, socialSecurityNumber], {
  note: 'As it appears on your transcripts, so that we can match them.',
})
