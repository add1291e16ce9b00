import {
  choice,
  copy,
  is,
  isAnswered,
  isOneOf,
  months,
  monthYear,
  school,
  section,
  text,
  when,
  withPrefix,
} from '../../engine/index.ts'
import { countriesUsaFirst } from '../options/countries.ts'
import { stateAndProvince } from '../options/state-and-province.ts'

const highSchoolYears = { start: null, count: 80, direction: 'past' } as const

const completion = choice(
  'ged_transfer',
  'How did you complete high school?',
  [
    ['D', 'I have a high school diploma'],
    ['G', 'I have a GED or HiSET'],
    ['N', 'Neither'],
  ],
  { as: 'radio' },
)

const highSchool = withPrefix(
  'hs_',
  school('High school', 'hs_ceeb', [
    copy.text('name', 'Search for Your School'),
    copy.code('ceeb', 'High school code'),
    copy.text('address_line_1', 'Address Line 1'),
    copy.text('city', 'City'),
    copy.choice('state', 'State/Province', stateAndProvince),
    copy.text('zip', 'ZIP/Postal Code', { fits: 10 }),
    copy.choice('country', 'Country', countriesUsaFirst),
  ]),
)

const graduationYear = choice('grad_year', 'Year', highSchoolYears)
const graduationMonth = choice('grad_month', 'Month', months, {
  // Both halves are needed for a diploma, and the month speaks for both (specification §5).
  required: is(completion, 'D'),
  message: 'Graduation month and year',
  rules: [{ rule: 'holds', condition: isAnswered(graduationYear), when: is(completion, 'D') }],
})

export const highSchoolSection = section('high-school', 'High school', [
  completion,
  when(isOneOf(completion, 'D', 'G'), [highSchool]),
  when(is(completion, 'D'), [
    monthYear('Graduation', graduationMonth, graduationYear),
    text('hs_gpa', 'High School GPA', { inputMode: 'decimal', fits: 4 }),
    text('hs_class_rank', 'High School Class Rank', {
      invalid: 'High School Class Rank (answer must be numeric)',
      rules: [{ rule: 'number' }],
      inputMode: 'numeric',
      fits: 4,
    }),
    text('hs_class_size', 'High School Class Size', { inputMode: 'numeric', fits: 4 }),
  ]),
])
