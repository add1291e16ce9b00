import { entry, months, monthYear } from '../../engine/index.ts'
import { comingYears, pastYears } from '../options/years.ts'

/** When something happened. `withPrefix` sets the keys, and an object spread sets the label. */
export const pastMonth = monthYear(
  'When',
  entry.choice('month', 'Month', months),
  entry.choice('year', 'Year', pastYears),
)

/** When something is planned. */
export const comingMonth = monthYear(
  'When',
  entry.choice('month', 'Month', months),
  entry.choice('year', 'Year', comingYears),
)
