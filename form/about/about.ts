import { choice, is, page, paragraph, section, text, tick, tickGroup, when, withPrefix } from '../../engine/index.ts'
import { pastMonth } from '../blocks.ts'
import { yesNo } from '../options/short-lists.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { citizenshipSection } from './citizenship.ts'
import { contact } from './contact.ts'
import { inStateTuition } from './in-state-tuition.ts'
import { parentsSection } from './parents.ts'
import { previousAttendance } from './previous-attendance.ts'

// In capitals, as the specification writes the first and the last.
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

const name = section('name', 'Name', [firstName, middleName, lastName, suffix, oneName, chosenName, previousName], {
  note: 'Your legal name, as on your passport, driver’s license or Social Security card.',
})

/** Gender as the applicant states it; optional. */
export const gender = [
  ['F', 'Female'],
  ['M', 'Male'],
  ['X', 'Another gender'],
  ['N', 'Prefer not to say'],
] as const

const ownGender = choice('gender', 'Gender', gender, { as: 'radio', care: 'demographics' })

/** Whether someone is Hispanic or Latino; optional. */
const ethnicity = [
  ['Y', 'Yes'],
  ['N', 'No'],
  ['P', 'Prefer not to say'],
] as const

const ownEthnicity = choice('ethnicity', 'Are you Hispanic or Latino?', ethnicity, {
  as: 'radio',
  care: 'demographics',
})

// The federal categories of March 2024, which add the fourth to those of the specification (Q86).
const race = tickGroup(
  'What is your race? Check all that apply.',
  [
    tick('race_american_indian', 'American Indian or Alaska Native', { care: 'demographics' }),
    tick('race_asian', 'Asian', { care: 'demographics' }),
    tick('race_black', 'Black or African American', { care: 'demographics' }),
    tick('race_middle_eastern', 'Middle Eastern or North African', { care: 'demographics' }),
    tick('race_native_hawaiian', 'Native Hawaiian or Pacific Islander', { care: 'demographics' }),
    tick('race_white', 'White', { care: 'demographics' }),
  ],
  { none: tick('race_not_stated', 'Prefer not to say', { care: 'demographics' }) },
)

const demographics = section('demographics', 'Gender and race', [ownGender, ownEthnicity, race], {
  note: 'You don’t have to answer. We keep these answers on a separate sheet, and they play no part in our decision.',
  ownSheet: true,
})

const served = choice('military_served', 'Have you served in the armed forces of the United States?', yesNo, {
  as: 'radio',
  help: 'Answer Yes if you serve now, or served in the National Guard or Reserves.',
})
const activeDuty = choice('military_active_duty', 'Are you on active duty now?', yesNo, { as: 'radio' })
const start = withPrefix('military_start_', { ...pastMonth, label: 'Service began' })
const end = withPrefix('military_end_', { ...pastMonth, label: 'Service ended' })
const city = text('military_city', 'City of your current or last duty station')

const state = choice('military_state', 'State of that duty station', stateAndProvince, {
  list: 'states',
  help: 'If overseas, choose Armed Forces.',
})

const military = section(
  'military',
  'Military service',
  [served, when(is(served, 'Y'), [start, activeDuty, when(is(activeDuty, 'N'), [end]), city, state])],
  { note: 'Your service may count toward credit, aid and in-state tuition.' },
)

const entryTerm = choice(
  'entry_term',
  'When do you want to start?',
  { setting: 'entry_terms' },
  { list: 'terms', required: true, dates: 'term_dates' },
)

const degree = choice(
  'degree_nondegree',
  'Are you seeking a degree?',
  [
    ['DS', 'Yes, I want to earn a degree'],
    ['ND', 'No, I want to take courses without earning a degree'],
  ],
  { as: 'radio', required: true },
)

const major = choice(
  'applied_major',
  'Major or area of interest',
  { setting: 'majors' },
  { as: 'searchable', list: 'majors', required: true, message: 'Please indicate your area of academic interest.' },
)
const honors = choice('honors_interested', 'Would you like to hear about the Honors College?', yesNo, { as: 'radio' })

/** Officer training (ROTC) on campus. */
export const rotc = [
  ['ARMY', 'Yes, Army'],
  ['AIR', 'Yes, Air Force'],
  ['N', 'No'],
] as const

const officerTraining = choice(
  'military_rotc',
  'Are you interested in the Reserve Officers’ Training Corps (ROTC)?',
  rotc,
  { as: 'radio' },
)

const essay = paragraph('decision_essay', 'Is there anything else you would like us to know?', {
  help: 'For example, why you want to transfer, or something your transcripts don’t show. We read this when we decide.',
  limit: 'character_limit',
})

const program = section(
  'program',
  'Your program',
  [entryTerm, degree, when(is(degree, 'DS'), [major, honors, officerTraining]), essay],
  { note: 'When you want to start and what you want to study.' },
)

/**
 * Step 1, in nine groups (requirements 2.routes.1 and 3.pages.1): personal details, program, residency, other
 * information.
 */
export const about = page('about', 'Personal Info', [
  name,
  citizenshipSection,
  contact,
  program,
  previousAttendance,
  military,
  inStateTuition,
  parentsSection,
  demographics,
])
