import { choice, is, isOneOf, when, withPrefix } from '../../../engine/index.ts'
import { pastMonth } from '../../blocks/month-and-year.ts'
import { dependence } from '../../options/dependence.ts'
import { stateAndProvince } from '../../options/state-and-province.ts'
import { pastYears } from '../../options/years.ts'
import { yesNo } from '../../options/yes-no.ts'

/** Asked rather than computed from the date of birth, because the questions must not change overnight. */
export const dependent = choice(
  'instate_dependent',
  'Are you under 18, or does a parent or guardian claim you on a tax return?',
  dependence,
  { as: 'radio' },
)
const parentResident = choice(
  'instate_parent_resident',
  'Is one of your parents or guardians a resident of {address.state}?',
  yesNo,
  { as: 'radio' },
)
/** Minors and dependents have their parents' residence. */
export const parentResidency = when(isOneOf(dependent, 'U', 'Y'), [
  parentResident,
  when(is(parentResident, 'Y'), [withPrefix('instate_parent_since_', { ...pastMonth, label: 'Resident since' })]),
])

const taxFiled = choice(
  'instate_tax_filed',
  'Have you filed an income tax return as a resident of {address.state}?',
  yesNo,
  { as: 'radio' },
)
const taxElsewhere = choice(
  'instate_tax_elsewhere',
  'Have you filed as a resident of another state in the last two years?',
  yesNo,
  { as: 'radio' },
)
/** Where the applicant pays income tax. */
export const taxes = [
  taxFiled,
  when(is(taxFiled, 'Y'), [choice('instate_tax_year', 'Latest tax year filed', pastYears)]),
  taxElsewhere,
  when(is(taxElsewhere, 'Y'), [
    choice('instate_tax_elsewhere_state', 'Which state did you file in?', stateAndProvince),
  ]),
] as const
