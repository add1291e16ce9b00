import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * By how many seconds at least the clock of this process is ahead of the database's; negative if it is behind. What the
 * wait for the answer may explain is not counted, so that a slow database is no wrong clock.
 */
export async function clockAhead({ db }: Pick<Database, 'db'>, now: () => Date): Promise<number> {
  const asked = now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const answered = now().getTime()
  const theirs = rows[0]?.at.getTime() ?? asked
  return (Math.max(0, asked - theirs) + Math.min(0, answered - theirs)) / 1000
}
