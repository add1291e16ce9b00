import {
  choice,
  entry,
  is,
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
import { LONGEST_SCHOOL_NAME } from '../blocks/longest-school-name.ts'
import { collegeTypes } from '../options/college-types.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { degrees } from '../options/degrees.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { pastYears } from '../options/years.ts'
import { yesNo } from '../options/yes-no.ts'

const MOST_COLLEGES = 8 // 9.colleges.1

const country = entry.choice('country', 'Country', countriesUsaFirst, {
  role: 'country',
  as: 'searchable',
  otherNames: 'countries',
})
const college = school('College or university', 'college_ceeb', [
  entry.text('name', 'Search for Your School', { role: 'name', required: true, maxLength: LONGEST_SCHOOL_NAME }),
  entry.code('ceeb', 'College code', { role: 'ceeb' }),
  entry.code('list_id', 'Record in the list of schools', { role: 'list_id', printed: false }),
  entry.text('address_line_1', 'Address Line 1', { role: 'address_line_1', maxLength: LONGEST_SCHOOL_NAME }),
  entry.text('city', 'City', { role: 'city' }),
  entry.choice('state', 'State/Province', stateAndProvince, {
    role: 'state',
    required: isOneOf(country, 'USA', 'CAN'),
    message: 'College {entry}: State/Province',
  }),
  entry.text('zip', 'ZIP/Postal Code', {
    role: 'zip',
    required: is(country, 'USA'),
    message: 'College {entry}: ZIP/Postal Code',
    rules: [{ rule: 'minLength', length: 5, when: is(country, 'USA') }], // 5.application.21
    fits: 10,
  }),
  country,
])
const type = entry.choice('type', 'Kind of school', collegeTypes)
const degree = entry.choice('degree', 'Degree earned there', degrees)

const colleges = repeated(
  'colleges',
  'Colleges attended',
  numbered('college', MOST_COLLEGES),
  'College {entry}',
  [
    college,
    type,
    when(is(type, 'O'), [entry.text('type_other', 'What kind of school is it?')]),
    monthYear(
      'Attended from',
      entry.choice('attend_from_month', 'Month', months),
      entry.choice('attend_from_year', 'Year', pastYears),
    ),
    monthYear(
      'Attended to',
      entry.choice('attend_to_month', 'Month', months),
      entry.choice('attend_to_year', 'Year', pastYears),
      { help: 'Leave it empty if you still study there.' },
    ),
    degree,
    when(is(degree, 'OTHER'), [entry.text('degree_other', 'Which degree?')]),
    entry.text('credits', 'Credits earned', { inputMode: 'decimal', fits: 6 }),
    entry.text('gpa', 'Grade point average', { inputMode: 'decimal', fits: 6 }),
    entry.upload('transcript', 'Unofficial transcript'),
  ],
  { print: 'table' },
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
    note: 'Every college or university you have attended, the latest first. We need all of them, also those where you earned no credit.',
  },
)
