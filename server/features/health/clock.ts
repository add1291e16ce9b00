import { clockAhead, type Database } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'

/** Seconds. Clocks that follow a time server differ by less than one. */
const WARN_FROM = 5

type Deps = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

/** What an operator should correct: all processes share the database's clock, so each compares its own with that. */
export async function clockWarnings({ database, now }: Deps): Promise<readonly string[]> {
  const ahead = await clockAhead(database, now)
  if (Math.abs(ahead) < WARN_FROM) return []
  const [way, when] = ahead > 0 ? ['ahead of', 'early'] : ['behind', 'late']
  return [
    `The clock here is ${Math.round(Math.abs(ahead))} seconds ${way} the clock of the database: if the database is right, terms, codes and sessions end too ${when}. Let both follow a time server.`,
  ]
}

export const clockReadings = async ({ database, now }: Deps): Promise<readonly Reading[]> => [
  reading('causeway_clock_ahead_seconds', {}, await clockAhead(database, now)),
]
