import {
  choice,
  entry,
  is,
  isAnswered,
  isOneOf,
  months,
  monthYear,
  numbered,
  paragraph,
  repeated,
  school,
  section,
  when,
} from '../../engine/index.ts'
import { city, country, hasStates, LONGEST_LINE, state, zip } from '../blocks.ts'
import { gpaScales, pastYears, yesNo } from '../options/short-lists.ts'

const MOST_COLLEGES = 8 // 9.colleges.1

/** Types of college. */
export const collegeTypes = [
  ['', '--'],
  ['2', 'Two-year or community college'],
  ['4', 'Four-year college or university'],
  ['T', 'Technical or trade school'],
  ['M', 'Military college'],
  ['O', 'Other'],
] as const

const type = entry.choice('type', 'Type of school', collegeTypes)

const college = school(
  'College or university',
  'college_ceeb',
  [
    entry.text('name', 'Search for Your School', { role: 'name', required: true, maxLength: LONGEST_LINE }),
    entry.code('ceeb', 'College code', { role: 'ceeb' }),
    entry.code('list_id', 'Record in the list of schools', { role: 'list_id', printed: false }),
    country,
    entry.text('address_line_1', 'Address line 1', { role: 'address_line_1', maxLength: LONGEST_LINE }),
    {
      ...zip,
      required: is(country, 'USA'),
      message: 'College {entry}: ZIP code',
      // 5.application.21
      rules: [
        {
          rule: 'minLength',
          length: 5,
          when: is(country, 'USA'),
          message: 'College {entry}: enter a five-digit ZIP code, like 59717.',
        },
      ],
    },
    city,
    when(hasStates, [
      {
        ...state,
        required: isOneOf(country, 'USA', 'CAN'),
        labels: [
          { when: is(country, 'USA'), label: 'State', message: 'College {entry}: State' },
          { when: is(country, 'CAN'), label: 'Province', message: 'College {entry}: Province' },
        ],
      },
    ]),
  ],
  { type },
)

const gpa = entry.text('gpa', 'GPA', { inputMode: 'decimal', fits: 6 })

/** Degrees earned at a college, lowest first. */
export const degrees = [
  ['', '--'],
  ['NONE', 'None yet'],
  ['CERT', 'Certificate'],
  ['AA', 'Associate of Arts'],
  ['AS', 'Associate of Science'],
  ['AAS', 'Associate of Applied Science'],
  ['BA', 'Bachelor of Arts'],
  ['BS', 'Bachelor of Science'],
  ['MASTER', 'Master’s degree'],
  ['DOCTOR', 'Doctorate'],
  ['OTHER', 'Other'],
] as const

const degree = entry.choice('degree', 'Degree earned', degrees, { list: 'degrees' })

const colleges = repeated(
  'colleges',
  'Which colleges have you attended?',
  numbered('college', MOST_COLLEGES),
  'College {entry}',
  [
    college,
    type,
    when(is(type, 'O'), [entry.text('type_other', 'What type of school is it?')]),
    monthYear(
      'Attended from',
      entry.choice('attend_from_month', 'Month', months),
      entry.choice('attend_from_year', 'Year', pastYears),
    ),
    monthYear(
      'Attended to',
      entry.choice('attend_to_month', 'Month', months),
      entry.choice('attend_to_year', 'Year', pastYears),
      { ongoing: entry.tick('attend_ongoing', 'I’m still enrolled') },
    ),
    degree,
    when(is(degree, 'OTHER'), [entry.text('degree_other', 'Which degree?')]),
    entry.text('credits', 'Credits earned', { inputMode: 'decimal', fits: 6 }),
    gpa,
    when(isAnswered(gpa), [entry.choice('gpa_scale', 'GPA scale', gpaScales)]),
    entry.upload('transcript', 'Unofficial transcript'),
  ],
  { print: 'table', add: 'Add another college' },
)

const suspended = choice(
  'suspended_academic',
  'Have you ever been suspended from a college for academic reasons?',
  yesNo,
  { as: 'radio' },
)
const suspendedExplanation = paragraph('suspended_academic_explain', 'Please explain', { limit: 'character_limit' })

export const collegesSection = section(
  'colleges',
  'Colleges',
  [colleges, suspended, when(is(suspended, 'Y'), [suspendedExplanation])],
  {
    note: 'List every college or university you have attended, most recent first. Include them all, even if you didn’t earn credit.',
  },
)
