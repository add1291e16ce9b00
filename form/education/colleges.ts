import {
  choice,
  copy,
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
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'
import { yesNo } from '../options/yes-no.ts'

const MOST_COLLEGES = 8 // specification §9
const attendedYears = { start: null, count: 80, direction: 'past' } as const

const country = copy.choice('country', 'Country', countriesUsaFirst)
const college = school('College or university', 'college_ceeb', [
  copy.text('name', 'Search for Your School', { required: true }),
  copy.code('ceeb', 'College code'),
  copy.text('address_line_1', 'Address Line 1'),
  copy.text('city', 'City'),
  copy.choice('state', 'State/Province', stateAndProvince, { required: isOneOf(country, 'USA', 'CAN') }),
  copy.text('zip', 'ZIP/Postal Code', {
    required: is(country, 'USA'),
    rules: [{ rule: 'minLength', length: 5, when: is(country, 'USA') }],
    fits: 10,
  }),
  country,
])

const colleges = repeated('colleges', 'Colleges attended', numbered('college', MOST_COLLEGES), 'College {copy}', [
  college,
  monthYear(
    'Attended from',
    copy.choice('attend_from_month', 'Month', months),
    copy.choice('attend_from_year', 'Year', attendedYears),
  ),
  monthYear(
    'Attended to',
    copy.choice('attend_to_month', 'Month', months),
    copy.choice('attend_to_year', 'Year', attendedYears),
  ),
  copy.text('credits', 'Credits earned', { inputMode: 'decimal', fits: 4 }),
  copy.text('gpa', 'Grade point average', { inputMode: 'decimal', fits: 4 }),
])

const suspended = choice(
  'suspended_academic',
  'Have you ever been suspended from a college for academic reasons?',
  yesNo,
  {
    as: 'radio',
  },
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
