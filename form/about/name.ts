import { section, ssn, text, tick } from '../../engine/index.ts'

const firstName = text('first_name', 'First Name', { required: true, autocomplete: 'given-name' })
const middleName = text('middle_name', 'Middle Name', { autocomplete: 'additional-name' })
const lastName = text('last_name', 'Last Name', { required: true, autocomplete: 'family-name' })
const suffix = text('suffix', 'Suffix', { help: 'Like Jr. or III.', autocomplete: 'honorific-suffix', fits: 6 })
// A name of one word answers both required questions (Q82).
const oneName = tick('one_name', 'I have only one name', { mirrors: ['first_name', 'last_name'] })
const chosenName = text('chosen_name', 'Chosen name', { help: 'If people call you something else.' })
const previousName = text('prev_name', 'Previous name', {
  help: 'Any other name your transcripts might be under.',
})
const socialSecurityNumber = ssn('ssn', 'Social Security Number', {
  help: 'Giving it is your choice. It links you to your financial aid.',
  // What the Privacy Act of 1974, section 7, asks of a state university that asks for the number.
  notice: {
    title: 'How we use your number',
    text: 'Privacy Act notice: you don’t have to give your number. We use it to match you to your financial aid (FAFSA) and to report your tuition for taxes (26 U.S.C. 6050S). We encrypt it. Our staff see the last four digits; who needs the whole number must say why, and we keep a record of it. No number? Leave this blank.',
  },
  invalid: 'Please enter all nine digits of your Social Security Number.',
})

export const name = section(
  'name',
  'Name',
  [firstName, middleName, lastName, suffix, oneName, chosenName, previousName, socialSecurityNumber],
  { note: 'Your legal name, as on your passport, driver’s license or Social Security card.' },
)
