import {
  choice,
  choiceWhen,
  entry,
  is,
  months,
  monthYear,
  numbered,
  paragraph,
  repeated,
  when,
  withPrefix,
} from '../../../engine/index.ts'
import { pastMonth } from '../../blocks/month-and-year.ts'
import { stateAndProvince } from '../../options/state-and-province.ts'
import { pastYears } from '../../options/years.ts'
import { yesNo } from '../../options/yes-no.ts'

const MOST_RESIDENCES = 4 // 9.timeline.1

/** Where the applicant has lived (requirement 3.keys.20). */
export const timeline = repeated(
  'residences',
  'Where have you lived in the last two years? Start with where you live now.',
  numbered('instate_timeline', MOST_RESIDENCES),
  'Residence {entry}',
  [
    entry.text('city', 'City'),
    entry.choice('state', 'State/province', stateAndProvince),
    monthYear('Moved in', entry.choice('from_month', 'Month', months), entry.choice('from_year', 'Year', pastYears)),
    monthYear('Moved out', entry.choice('to_month', 'Month', months), entry.choice('to_year', 'Year', pastYears), {
      ongoing: entry.tick('ongoing', 'I still live here'),
    }),
  ],
  { print: 'table' },
)

export const away = choice(
  'instate_absence',
  'Have you been away from {address.state} for more than 30 days in the last 12 months?',
  yesNo,
  { as: 'radio' },
)
/** When and why the applicant was away. */
export const absence = when(is(away, 'Y'), [
  withPrefix('instate_absence_from_', { ...pastMonth, label: 'Left' }),
  withPrefix('instate_absence_to_', { ...pastMonth, label: 'Came back' }),
  paragraph('instate_absence_explain', 'Where were you, and why?'),
])

export const elsewhere = choice(
  'other_state',
  'Has another state treated you as a resident in the last 12 months?',
  yesNo,
  { as: 'radio', help: 'For example, for taxes, voting, a driver license or tuition.' },
)
/** The state that counted the applicant as a resident. */
export const otherState = choiceWhen(
  elsewhere,
  is(elsewhere, 'Y'),
  choice('instate_other_state_name', 'Which state?', stateAndProvince),
)
