import {
  all,
  choice,
  choiceWhen,
  entry,
  is,
  isOneOf,
  months,
  monthYear,
  numbered,
  paragraph,
  repeated,
  section,
  tabs,
  text,
  upload,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { pastMonth, postalAddress } from '../blocks.ts'
import { pastYears, yesNo } from '../options/short-lists.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { usCitizen } from './citizenship.ts'

const asksForInState = choice('instate_tuition', 'Are you asking for in-state tuition?', yesNo, {
  as: 'radio',
  help: 'For residents of {address.state}. If you answer No, you’ll pay nonresident tuition.',
})

const seniorYearHere = choice(
  'accredited_senior_year_hs',
  'Did you spend your senior year at an accredited high school in {address.state}?',
  yesNo,
  { as: 'radio' },
)
const graduatedThere = choice('grad_in_or_after', 'Did you graduate from that school?', yesNo, { as: 'radio' })

const MOST_RESIDENCES = 4 // 9.timeline.1

/** Where the applicant has lived (requirement 3.keys.20). */
const timeline = repeated(
  'residences',
  'Where have you lived in the last two years? Start with where you live now.',
  numbered('instate_timeline', MOST_RESIDENCES),
  'Residence {entry}',
  [
    entry.text('city', 'City'),
    entry.choice('state', 'State/province', stateAndProvince, { list: 'states' }),
    monthYear('Moved in', entry.choice('from_month', 'Month', months), entry.choice('from_year', 'Year', pastYears)),
    monthYear('Moved out', entry.choice('to_month', 'Month', months), entry.choice('to_year', 'Year', pastYears), {
      ongoing: entry.tick('ongoing', 'I still live here'),
    }),
  ],
  { print: 'table', add: 'Add another residence' },
)

const away = choice(
  'instate_absence',
  'Have you been away from {address.state} for more than 30 days in the last 12 months?',
  yesNo,
  { as: 'radio' },
)

/** When and why the applicant was away. */
const absence = when(is(away, 'Y'), [
  withPrefix('instate_absence_from_', { ...pastMonth, label: 'Left' }),
  withPrefix('instate_absence_to_', { ...pastMonth, label: 'Came back' }),
  paragraph('instate_absence_explain', 'Where were you, and why?'),
])

const elsewhere = choice('other_state', 'Has another state treated you as a resident in the last 12 months?', yesNo, {
  as: 'radio',
  help: 'For example, for taxes, voting, a driver license or tuition.',
})

/** The state that counted the applicant as a resident. */
const otherState = choiceWhen(
  elsewhere,
  is(elsewhere, 'Y'),
  choice('instate_other_state_name', 'Which state?', stateAndProvince, { list: 'states' }),
)

/** Whether somebody's residence is that of their parents or guardians. */
export const dependence = [
  ['U', 'I’m under 18'],
  ['Y', 'I’m 18 or older, and someone claims me'],
  ['N', 'Neither'],
] as const

/** Asked rather than computed from the date of birth, because the questions must not change overnight. */
const dependent = choice(
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
const parentResidency = when(isOneOf(dependent, 'U', 'Y'), [
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
const taxes = [
  taxFiled,
  when(is(taxFiled, 'Y'), [choice('instate_tax_year', 'Latest tax year filed', pastYears)]),
  taxElsewhere,
  when(is(taxElsewhere, 'Y'), [
    choice('instate_tax_elsewhere_state', 'Which state did you file in?', stateAndProvince, { list: 'states' }),
  ]),
] as const

const employed = choice('instate_employed', 'Do you have a job?', yesNo, { as: 'radio' })

/** The applicant's own work. */
const ownEmployment = [
  employed,
  when(is(employed, 'Y'), [
    choice('instate_employed_full_time', 'Do you work full time?', yesNo, { as: 'radio' }),
    text('instate_employer_name', 'Your employer', { autocomplete: 'organization' }),
    withPrefix('instate_employer_', { ...postalAddress(), label: 'Address of your employer' }),
  ]),
] as const

/** Marital status. Only having a spouse changes which questions are asked. */
export const maritalStatus = [
  ['', '--'],
  ['SINGLE', 'Single'],
  ['MARRIED', 'Married'],
  ['SEPARATED', 'Separated'],
  ['DIVORCED', 'Divorced'],
  ['WIDOWED', 'Widowed'],
] as const

const marriage = choice('instate_marital_status', 'Marital status', maritalStatus)
const spouseEmployed = choice('instate_spouse_employed', 'Does your spouse have a job?', yesNo, { as: 'radio' })

/** The spouse's work, if there is a spouse. */
const spouseEmployment = [
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

const voter = choice('instate_voter', 'Are you registered to vote in {address.state}?', yesNo, { as: 'radio' })
const vehicle = choice('instate_motor_vehicle', 'Do you own a motor vehicle?', yesNo, { as: 'radio' })

/**
 * The applicant's ties to the state other than work: voting and a vehicle. Only citizens of age are asked about voting,
 * because for anybody else a wrong yes could be held against them.
 */
const ties = [
  when(all(is(usCitizen, 'Y'), isOneOf(dependent, 'Y', 'N')), [
    voter,
    when(is(voter, 'Y'), [withPrefix('instate_voter_', { ...pastMonth, label: 'Registered to vote since' })]),
  ]),
  vehicle,
  when(is(vehicle, 'Y'), [
    choice('instate_motor_vehicle_state', 'Where is it registered?', stateAndProvince, { list: 'states' }),
    withPrefix('instate_motor_vehicle_', { ...pastMonth, label: 'Registered there since' }),
  ]),
] as const

/** One document is enough; the applicant chooses which one. */
const proofOfResidency = tabs(
  'proof-of-residency',
  'Proof of residency',
  {
    id: 'driver-license',
    label: 'Driver license',
    items: [
      withPrefix('instate_driver_license_', { ...pastMonth, label: '{address.state} driver license issued' }),
      upload('instate_driver_license_copy', 'Copy of your driver license'),
    ],
  },
  {
    id: 'state-id',
    label: 'State ID',
    items: [
      withPrefix('instate_state_id_', { ...pastMonth, label: '{address.state} ID issued' }),
      upload('instate_state_id_copy', 'Copy of your state ID'),
    ],
  },
  {
    id: 'other',
    label: 'Another document',
    items: [
      text('instate_other_proof', 'What kind of document?', { help: 'For example, a lease or a utility bill.' }),
      upload('instate_other_proof_copy', 'Copy of the document'),
    ],
  },
)

export const inStateTuition = section(
  'in-state-tuition',
  'In-state tuition',
  [
    asksForInState,
    when(is(asksForInState, 'Y'), [
      seniorYearHere,
      when(is(seniorYearHere, 'Y'), [graduatedThere]),
      timeline,
      away,
      absence,
      elsewhere,
      otherState,
      dependent,
      parentResidency,
      ...taxes,
      ...ties,
      ...ownEmployment,
      ...spouseEmployment,
      proofOfResidency,
    ]),
  ],
  { note: 'Residents of {address.state} pay much less. You must ask for it.' },
)
