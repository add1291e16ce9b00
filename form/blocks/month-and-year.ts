import { copy, months, monthYear } from '../../engine/index.ts'
import { comingYears, pastYears } from '../options/years.ts'

/** When something happened. `withPrefix` gives it its keys, the spread its label. */
export const pastMonth = monthYear(
  'When',
  copy.choice('month', 'Month', months),
  copy.choice('year', 'Year', pastYears),
)

/** When something is planned. */
export const comingMonth = monthYear(
  'When',
  copy.choice('month', 'Month', months),
  copy.choice('year', 'Year', comingYears),
)
