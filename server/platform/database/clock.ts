import { sql } from 'kysely'
import type { Database } from './database.ts'

type Clocked = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

const DAY = 86_400_000 // ms
/** Hours of work in a time that is in doubt, after which it counts as right: a wrong clock is seen to within a weekend. */
const PATIENCE = 72
/** Between two beats only so many seconds count as work, so that a clock cannot leap over the hours of doubt. */
const LONGEST_BEAT = 60

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

/**
 * Why nothing may be erased by time now, in a sentence; undefined if the time can be right. Two clocks that differ by a
 * day are one witness against the other. Where process and database share a clock, the witness is the time at which
 * this installation was last at work: no row is newer, because only a process that beats writes any, and rows that were
 * written in doubt are no witness. Ask it before anything that time decides and nobody can undo.
 */
export async function clockDoubt({ database, now }: Clocked): Promise<string | undefined> {
  const ahead = (await clockAhead(database, now)) * 1000
  if (Math.abs(ahead) >= DAY)
    return `The clock here is ${Math.round(Math.abs(ahead) / DAY)} days ${ahead > 0 ? 'ahead of' : 'behind'} the clock of the database. Let both follow a time server.`
  const { right_at } = await database.db.selectFrom('clock').select('right_at').executeTakeFirstOrThrow()
  const since = now().getTime() - right_at.getTime()
  if (Math.abs(since) < DAY) return undefined
  return `The clock says ${dayOf(now())}, and this installation was last at work on ${dayOf(right_at)}. If the clock is right, run: npm run clock -- is-right --by <person>. Otherwise correct it. Without either, it counts as right after ${PATIENCE} hours of work.`
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/**
 * What ended before this time may be removed for good. It is a day ago, because a clock may be wrong by less than a day
 * without a doubt, and in doubt before everything.
 */
export async function endedBefore(clocked: Clocked): Promise<Date> {
  return (await clockDoubt(clocked)) === undefined ? new Date(clocked.now().getTime() - DAY) : new Date(0)
}

/**
 * Keeps the time at which this installation is at work: with every beat of a process, by the clock of the database. A
 * time that is in doubt counts as right once processes have worked in it for long enough.
 */
export async function keepClock({ db }: Pick<Database, 'db'>): Promise<void> {
  const worked = sql<number>`doubted_seconds + case when doubted_at is null then 0
    else greatest(0, least(${LONGEST_BEAT}::float8, extract(epoch from clock_timestamp() - doubted_at))) end`
  const isRight = sql<boolean>`clock_timestamp() - right_at between interval '-1 day' and interval '1 day'
    or ${worked} >= ${PATIENCE * 3600}`
  await db
    .updateTable('clock')
    .set({
      right_at: sql`case when ${isRight} then clock_timestamp() else right_at end`,
      doubted_at: sql`case when ${isRight} then null else clock_timestamp() end`,
      doubted_seconds: sql`case when ${isRight} then 0 else ${worked} end`,
    })
    .execute()
}

/** Takes the time of the database's clock as right, on the word of an operator. */
export const trustClock = ({ db }: Pick<Database, 'db'>): Promise<unknown> =>
  db
    .updateTable('clock')
    .set({ right_at: sql<Date>`clock_timestamp()`, doubted_at: null, doubted_seconds: 0 })
    .execute()
