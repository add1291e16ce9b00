import { choice, is, text, when, withPrefix } from '../../../engine/index.ts'
import { postalAddress } from '../../blocks/postal-address.ts'
import { maritalStatus } from '../../options/marital-status.ts'
import { yesNo } from '../../options/yes-no.ts'

const employed = choice('instate_employed', 'Do you have a job?', yesNo, { as: 'radio' })

/** The applicant's own work. */
export const ownEmployment = [
  employed,
  when(is(employed, 'Y'), [
    choice('instate_employed_full_time', 'Do you work full time?', yesNo, { as: 'radio' }),
    text('instate_employer_name', 'Your employer', { autocomplete: 'organization' }),
    withPrefix('instate_employer_', { ...postalAddress(), label: 'Address of your employer' }),
  ]),
] as const

const marriage = choice('instate_marital_status', 'Marital status', maritalStatus)
const spouseEmployed = choice('instate_spouse_employed', 'Does your spouse have a job?', yesNo, { as: 'radio' })

/** The spouse's work, if there is a spouse. */
export const spouseEmployment = [
  marriage,
  when(is(marriage, 'MARRIED'), [
    spouseEmployed,
    when(is(spouseEmployed, 'Y'), [
      choice('instate_spouse_employed_full_time', 'Does your spouse work full time?', yesNo, { as: 'radio' }),
      text('instate_spouse_employer_name', 'Your spouse’s employer'),
      withPrefix('instate_spouse_employer_', { ...postalAddress(), label: 'Address of your spouse’s employer' }),
    ]),
  ]),
] as const
