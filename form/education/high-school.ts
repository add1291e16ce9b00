import {
  branch,
  choice,
  entry,
  is,
  isAnswered,
  isOneOf,
  months,
  monthYear,
  note,
  school,
  section,
  tabs,
  text,
  upload,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { city, comingMonth, country, hasStates, LONGEST_LINE, pastMonth, state, zip } from '../blocks.ts'
import { gpaScales, pastYears, yesNo } from '../options/short-lists.ts'

/** How high school was completed. */
export const highSchoolCompletion = [
  ['D', 'I have a high school diploma'],
  ['G', 'I have a GED or HiSET'],
  ['S', 'I’m still in high school'],
  ['H', 'I was homeschooled'],
  ['F', 'I finished school in another country'],
  ['N', 'None of these'],
] as const

const completion = choice('ged_transfer', 'How did you complete high school?', highSchoolCompletion, { as: 'radio' })

const highSchool = withPrefix(
  'hs_',
  school(
    'High school',
    'hs_ceeb',
    [
      entry.text('name', 'Search for Your School', { role: 'name', maxLength: LONGEST_LINE }),
      entry.code('ceeb', 'High school code', { role: 'ceeb' }),
      entry.code('list_id', 'Record in the list of schools', { role: 'list_id', printed: false }),
      country,
      entry.text('address_line_1', 'Address line 1', { role: 'address_line_1', maxLength: LONGEST_LINE }),
      zip,
      city,
      when(hasStates, [state]),
    ],
    { help: 'The last high school you attended.' },
  ),
)

const graduationYear = choice('grad_year', 'Year', pastYears)

const graduationMonth = choice('grad_month', 'Month', months, {
  // A diploma needs both month and year, and the message of the month covers both (requirements 5.application.16 and
  // 5.application.17).
  required: is(completion, 'D'),
  message: 'Graduation month and year',
  rules: [{ rule: 'holds', condition: isAnswered(graduationYear), when: is(completion, 'D') }],
})

const accredited = choice('hs_accredited', 'Was your high school accredited?', yesNo, {
  as: 'radio',
  help: 'Nearly all public high schools are.',
})
const gpa = text('hs_gpa', 'High school GPA', { inputMode: 'decimal', fits: 6 })

const standing = [
  gpa,
  when(isAnswered(gpa), [choice('hs_gpa_scale', 'GPA scale', gpaScales)]),
  text('hs_class_rank', 'High school class rank', {
    invalid: 'High School Class Rank (answer must be numeric)',
    rules: [{ rule: 'number' }],
    inputMode: 'numeric',
    fits: 6,
  }),
  text('hs_class_size', 'High school class size', { inputMode: 'numeric', fits: 6 }),
] as const

/** Tests that replace a high school diploma. */
export const equivalencyTests = [
  ['', '--'],
  ['GED', 'GED'],
  ['HISET', 'HiSET'],
  ['TASC', 'TASC'],
] as const

const equivalency = [
  choice('ged_test', 'Which test did you take?', equivalencyTests),
  withPrefix('ged_', { ...pastMonth, label: 'Date passed' }),
  text('ged_location', 'Test location', { help: 'City and state.' }),
] as const

/** An applicant with a GED may also have a transcript of earlier years. One of the two is enough. */
const record = tabs(
  'high-school-record',
  'Upload a transcript or diploma, if you have one',
  {
    id: 'diploma',
    label: 'Diploma or transcript',
    items: [upload('hs_record', 'High school diploma or transcript')],
  },
  {
    id: 'ged-documents',
    label: 'GED or HiSET documents',
    items: [upload('ged_record', 'GED or HiSET scores or certificate')],
  },
)

export const highSchoolSection = section('high-school', 'High school', [
  completion,
  when(isOneOf(completion, 'D', 'G', 'S', 'F'), [highSchool]),
  when(isOneOf(completion, 'D', 'H', 'F'), [monthYear('Graduation', graduationMonth, graduationYear)]),
  when(is(completion, 'D'), [accredited]),
  when(isOneOf(completion, 'D', 'S'), standing),
  branch(
    { condition: is(completion, 'G'), items: equivalency },
    {
      condition: is(completion, 'S'),
      items: [withPrefix('hs_expected_', { ...comingMonth, label: 'When will you graduate?' })],
    },
    {
      condition: is(completion, 'N'),
      items: [note('You can still apply. We’ll look at your college record and contact you if we need more.')],
    },
  ),
  when(isOneOf(completion, 'D', 'G', 'S', 'H', 'F'), [record]),
])
