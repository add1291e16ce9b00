import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { clockAhead, clockDoubt, type Database, trustClock } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'

/** Seconds. Clocks that follow a time server differ by less than one. */
const WARN_FROM = 5

type Deps = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

/**
 * What an operator should correct: all processes share the database's clock, so each compares its own with that. A clock
 * in doubt is said by itself.
 */
export async function clockWarnings({ database, now }: Deps): Promise<readonly string[]> {
  const doubt = await clockDoubt({ database, now })
  if (doubt !== undefined) return [`Nothing is erased by time now. ${doubt}`]
  const ahead = await clockAhead(database, now)
  if (Math.abs(ahead) < WARN_FROM) return []
  const [way, when] = ahead > 0 ? ['ahead of', 'early'] : ['behind', 'late']
  return [
    `The clock here is ${Math.round(Math.abs(ahead))} seconds ${way} the clock of the database: if the database is right, terms, codes and sessions end too ${when}. Let both follow a time server.`,
  ]
}

export const clockReadings = async ({ database, now }: Deps): Promise<readonly Reading[]> => [
  reading('causeway_clock_ahead_seconds', {}, await clockAhead(database, now)),
  reading('causeway_clock_in_doubt', {}, Number((await clockDoubt({ database, now })) !== undefined)),
]

const USAGE = 'Usage: npm run clock, or clock -- is-right --by <person>'

/** `npm run clock`: what is known of the time, or the word of an operator that the clock of the database is right. */
export async function clockCommand(deps: Deps, words: readonly string[]): Promise<readonly string[]> {
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, USAGE)
  const [word, ...more] = positionals
  if ((word !== undefined && word !== 'is-right') || more.length > 0) throw new Error(USAGE)
  if (word === 'is-right') {
    const detail = JSON.stringify({ by: personIn(values.by), before: await clockDoubt(deps) })
    const row = { actor: operator(), action: 'clock said to be right', subject: 'clock', detail }
    await deps.database.db.insertInto('audit').values(row).execute()
    await trustClock(deps.database)
  }
  const warnings = await clockWarnings(deps)
  return warnings.length > 0 ? warnings : [`The clock says ${deps.now().toISOString()}, and nothing speaks against it.`]
}
