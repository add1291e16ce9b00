import { section, ssn, text, tick } from '../../engine/index.ts'

const firstName = text('first_name', 'First Name', { required: true, autocomplete: 'given-name' })
const middleName = text('middle_name', 'Middle Name', { autocomplete: 'additional-name' })
const lastName = text('last_name', 'Last Name', { required: true, autocomplete: 'family-name' })
const suffix = text('suffix', 'Suffix', { help: 'Like Jr. or III.', autocomplete: 'honorific-suffix', fits: 6 })
// A name of one word answers both required questions (Q82).
const oneName = tick('one_name', 'I have only one name', { mirrors: ['first_name', 'last_name'] })
const chosenName = text('chosen_name', 'Chosen Name', { help: 'If people call you something else.' })
const previousName = text('prev_name', 'Previous Name', {
  help: 'Any other name your transcripts might be under.',
})
const socialSecurityNumber = ssn('ssn', 'Social Security Number', {
  help: 'Privacy Act notice: giving it is your choice. We use it to match you to your financial aid (FAFSA) and to report your tuition for taxes (26 U.S.C. 6050S). We encrypt it, and people who read your application see only the last four digits. No number? Leave this empty.',
  invalid: 'Please enter all nine digits of your Social Security Number.',
})

export const name = section(
  'name',
  'Name',
  [firstName, middleName, lastName, suffix, oneName, chosenName, previousName, socialSecurityNumber],
  { note: 'Your legal name, as on your passport, driver’s license or Social Security card.' },
)
