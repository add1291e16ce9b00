import { section, ssn, text } from '../../engine/index.ts'

const firstName = text('first_name', 'First Name', { required: true, autocomplete: 'given-name' })
const middleName = text('middle_name', 'Middle Name', { autocomplete: 'additional-name' })
const lastName = text('last_name', 'Last Name', { required: true, autocomplete: 'family-name' })
const previousName = text('prev_name', 'Previous Name', {
  help: 'Any other name your transcripts might be under.',
})
const socialSecurityNumber = ssn('ssn', 'Social Security Number', {
  help: 'Helps us match you to your financial aid (FAFSA). We encrypt it, and people who read your application see only the last four digits.',
  invalid: 'Please enter all nine digits of your Social Security Number.',
})

export const name = section('name', 'Name', [firstName, middleName, lastName, previousName, socialSecurityNumber], {
  note: 'As it appears on your transcripts, so we can match them.',
})
