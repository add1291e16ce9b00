import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { clockDoubt, endedBefore, keepClock, trustClock } from './index.ts'

const DAY = 86_400_000 // ms

databasesForTests('the time', (on) => {
  beforeEach(() => trustClock(on.database))
  const deps = (daysAhead = 0) => ({ database: on.database, now: () => new Date(Date.now() + daysAhead * DAY) })
  const state = () => on.database.db.selectFrom('clock').selectAll().executeTakeFirstOrThrow()
  /** Process and database find themselves so many days later than they last worked, as with one wrong clock for both. */
  const leap = (days: number) =>
    sql`update clock set right_at = right_at - make_interval(hours => ${Math.round(days * 24)}::int)`.execute(
      on.database.db,
    )
  /** Processes work for so many hours. */
  const work = async (hours: number) => {
    for (let minutes = 0; minutes < hours * 60; minutes += 1) {
      await sql`update clock set doubted_at = doubted_at - interval '1 minute'`.execute(on.database.db)
      await keepClock(on.database)
    }
  }

  test.each([
    [2, 'ahead of'],
    [-2, 'behind'],
  ])('a clock that is %i days from that of the database is in doubt', async (days, where) => {
    expect(await clockDoubt(deps(days))).toBe(
      `The clock here is 2 days ${where} the clock of the database. Let both follow a time server.`,
    )
    expect(await endedBefore(deps(days))).toEqual(new Date(0))
  })

  test.each([30, -30])('so is one clock for both that is %i days from when they last worked', async (days) => {
    await leap(days)
    await keepClock(on.database)
    expect(await clockDoubt(deps())).toMatch(
      /^The clock says \d{4}-\d\d-\d\d, and this installation was last at work on \d{4}-\d\d-\d\d\. If the clock is right, run: npm run clock -- is-right --by <person>\./,
    )
    expect(await endedBefore(deps())).toEqual(new Date(0))
    await leap(-days)
    await keepClock(on.database)
    expect(await clockDoubt(deps())).toBeUndefined()
    expect((await state()).doubted_at).toBeNull()
  })

  test('a night without a process is no doubt, and what ended a day ago may go', async () => {
    await leap(0.9)
    expect(await clockDoubt(deps())).toBeUndefined()
    await keepClock(on.database)
    expect(Date.now() - (await state()).right_at.getTime()).toBeLessThan(60_000)
    expect(Math.abs((await endedBefore(deps())).getTime() + DAY - Date.now())).toBeLessThan(60_000)
  })

  test('an installation that stood still for a month goes on after three days of work', async () => {
    await leap(30)
    await work(71)
    expect(await clockDoubt(deps())).toBeDefined()
    await work(2)
    expect(await clockDoubt(deps())).toBeUndefined()
    expect(await state()).toMatchObject({ doubted_at: null, doubted_seconds: 0 })
  })

  test('hours in which nobody worked do not end the doubt, nor does a second leap', async () => {
    await leap(30)
    await keepClock(on.database)
    await sql`update clock set doubted_at = doubted_at - interval '400 days'`.execute(on.database.db)
    await keepClock(on.database)
    expect(await clockDoubt(deps())).toBeDefined()
    expect((await state()).doubted_seconds).toBeLessThanOrEqual(61)
  })

  test('an operator says that the clock is right', async () => {
    await leap(30)
    await trustClock(on.database)
    expect(await clockDoubt(deps())).toBeUndefined()
  })
})
