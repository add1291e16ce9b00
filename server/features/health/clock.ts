import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'

/** Seconds. Clocks that follow a time server differ by less than one. */
const WARN_FROM = 5

type Deps = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

/**
 * By how many seconds at least the clock of this process is ahead of the database's; negative if it is behind. What the
 * wait for the answer may explain is not counted, so that a slow database is no wrong clock.
 */
async function clockAhead({ database: { db }, now }: Deps): Promise<number> {
  const asked = now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const answered = now().getTime()
  const theirs = rows[0]?.at.getTime() ?? asked
  return (Math.max(0, asked - theirs) + Math.min(0, answered - theirs)) / 1000
}

/** What an operator should correct: all processes share the database's clock, so each compares its own with that. */
export async function clockWarnings(deps: Deps): Promise<readonly string[]> {
  const ahead = await clockAhead(deps)
  if (Math.abs(ahead) < WARN_FROM) return []
  const [way, when] = ahead > 0 ? ['ahead of', 'early'] : ['behind', 'late']
  return [
    `The clock here is ${Math.round(Math.abs(ahead))} seconds ${way} the clock of the database: if the database is right, terms, codes and sessions end too ${when}. Let both follow a time server.`,
  ]
}

export const clockReadings = async (deps: Deps): Promise<readonly Reading[]> => [
  reading('causeway_clock_ahead_seconds', {}, await clockAhead(deps)),
]
