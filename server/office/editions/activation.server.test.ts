import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectDatabase, type Database } from '../../platform/database/index.ts'
import { type Editions, openEditions, readInstitution } from '../../running/institution/index.ts'
import { createSwitch, databasesForTests, keyForTests, silentLog } from '../../testing/index.ts'
import { callOff, checkDraft, type EditionDeps, publishDraft, readForm, saveDraft } from './index.ts'

const FIVE_SECONDS = 5_000 // ms in which a server has every edition

/** Waits until a server has an edition; returns the milliseconds that it took. */
async function heardOf({ active }: Editions, number: number, within = FIVE_SECONDS): Promise<number> {
  const start = performance.now()
  while (active().number !== number && performance.now() - start < within) await sleep(20)
  expect(active().number).toBe(number)
  return performance.now() - start
}

databasesForTests('an edition takes effect', (on) => {
  let editor = { id: 0, name: 'Ann' }
  const open = (database: Pick<Database, 'db'> = on.database) =>
    openEditions({ database, file: readInstitution(on.settings), log: silentLog })
  let one: Editions
  let other: Editions
  const depsAt = (now = () => new Date()): EditionDeps => ({ database: on.database, editions: one, now })

  beforeAll(async () => {
    editor = await on.database.db
      .insertInto('staff_person')
      .values({ issuer: 'test', subject: 'Ann', name: 'Ann', role: 'registrar' })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    await (await open()).close() // the first edition
  })
  const opened = async () => {
    one = await open()
    other = await open()
  }
  const closed = async () => {
    await one.close()
    await other.close()
  }

  const published = async (deadline: string, takes_effect: string | null, deps = depsAt()) => {
    const { revision } = (await readForm(deps)).draft
    await saveDraft(deps, editor, { revision, changes: { '/deadline': deadline } })
    const { of } = await checkDraft(deps, on.database.db)
    return publishDraft(deps, editor, { of, title: deadline, reason: '', takes_effect })
  }
  const numberOf = (outcome: Awaited<ReturnType<typeof published>>) => {
    if ('refused' in outcome) throw new Error(outcome.message)
    return outcome.number
  }
  /** An edition like the one in effect, which begins in some seconds by the clock of the database. */
  const scheduledIn = async (seconds: number) => {
    const number = (await on.database.db.selectFrom('edition').select('number').execute()).length + 1
    await sql`insert into edition (number, form_version, content, hash, report, title, source, takes_effect_at)
      select ${number}::int, form_version, jsonb_set(content, '{deadline}', to_jsonb(${`Edition ${number}`}::text)),
        ${`hash ${number}`}, '[]', 'Scheduled', 'desk', clock_timestamp() + make_interval(secs => ${seconds})
      from edition where number = ${one.active().number}`.execute(on.database.db)
    return number
  }

  test('although the server that published it is killed before it asks for it', async () => {
    await on.database.close()
    const { databaseUrl } = on.settings
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'publish-and-be-killed.ts')], {
      env: {
        ...{ PATH: process.env.PATH, DATA_DIR: on.settings.dataDir, EDITOR: String(editor.id) },
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, SECRET_KEY: keyForTests }),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')
    await on.reopen()
    await opened()
    expect(one.active().institution.deadline).toBe('Apply before the server is killed.')
    expect(other.active().number).toBe(one.active().number)
    expect((await readForm(depsAt())).draft.changes).toEqual([])
    await closed()
  })

  describe('on two servers', () => {
    beforeAll(opened)
    afterAll(closed)

    test('within five seconds on the one that nobody told', async () => {
      const number = numberOf(await published('Apply soon.', null))
      expect(one.active().number).toBe(number)
      await heardOf(other, number)
    })

    // An embedded database has the clock of its server.
    test.runIf(on.kind === 'postgres')('at its second, on a server whose clock is an hour back', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
      try {
        const late = await open()
        const number = await scheduledIn(3)
        await sleep(1_000)
        expect(late.active().number).not.toBe(number)
        await heardOf(late, number)
        await late.close()
      } finally {
        vi.useRealTimers()
      }
      await one.refresh()
    })

    test('at once, if a server whose clock is an hour back takes a time for one to come', async () => {
      const hourBack = depsAt(() => new Date(Date.now() - 3_600_000))
      const zone = one.active().institution.time_zone
      const clock = (moment: number) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
          .format(moment)
          .replace(' ', 'T')
      const halfAnHourAgo = clock(Date.now() - 1_800_000)
      expect(await published('Too late.', halfAnHourAgo)).toMatchObject({ refused: 'edition_time_past' })
      const number = numberOf(await published('Too late.', halfAnHourAgo, hourBack))
      expect(one.active().number).toBe(number)
      await heardOf(other, number)
      expect(numberOf(await published('Now.', null, hourBack))).toBe(one.active().number)
    })

    // The institution's clock: Mountain Time goes from 2:00 to 3:00 on March 14 and from 2:00 to 1:00 on November 7.
    test.each([
      ['the Monday after the clocks went forward', '2027-03-15T08:00', '2027-03-15T14:00:00.000Z', '8:00 AM MDT'],
      ['the day on which they go forward', '2027-03-14T08:00', '2027-03-14T14:00:00.000Z', '8:00 AM MDT'],
      ['the hour before they go forward', '2027-03-14T01:30', '2027-03-14T08:30:00.000Z', '1:30 AM MST'],
      ['an hour that there is not', '2027-03-14T02:30', '2027-03-14T09:30:00.000Z', '3:30 AM MDT'],
      ['the Monday after they went back', '2027-11-08T08:00', '2027-11-08T15:00:00.000Z', '8:00 AM MST'],
      ['the day on which they go back', '2027-11-07T08:00', '2027-11-07T15:00:00.000Z', '8:00 AM MST'],
      ['an hour that there is twice', '2027-11-07T01:30', '2027-11-07T07:30:00.000Z', '1:30 AM MDT'],
      ['the hour after it', '2027-11-07T02:30', '2027-11-07T09:30:00.000Z', '2:30 AM MST'],
    ])('by the wall clock on %s', async (_, clock, moment, said) => {
      expect(one.active().institution.time_zone).toBe('America/Denver')
      const deps = depsAt(() => new Date(Date.parse(moment) - 3 * 86_400_000))
      const outcome = await published(`At ${clock}`, clock, deps)
      const number = numberOf(outcome)
      expect(outcome).toHaveProperty('message', expect.stringContaining(said))
      const { takes_effect_at } = await on.database.db
        .selectFrom('edition')
        .select('takes_effect_at')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      expect(takes_effect_at.toISOString()).toBe(moment)
      expect(await callOff(deps, editor, number)).toHaveProperty('message')
    })
  })

  // An embedded database is in the process of its server.
  test.runIf(on.kind === 'postgres')('although the database is away at the second of its start', async () => {
    await opened()
    const url = new URL(String(on.settings.databaseUrl))
    const away = await createSwitch(Number(url.port))
    url.port = String(away.port)
    const settings = { ...on.settings, databaseUrl: url.href }
    const database = await connectDatabase(settings, silentLog)
    const server = await open(database)
    try {
      const before = server.active().number
      const number = await scheduledIn(3)
      await sleep(2_200) // it has heard by now when the edition begins
      away.makeCurrent(undefined)
      await sleep(5_000)
      expect(server.active().number).toBe(before)
      expect(one.active().number).toBe(number)
      away.makeCurrent(Number(new URL(String(on.settings.databaseUrl)).port))
      await heardOf(server, number)
    } finally {
      await server.close()
      await database.close()
      away.close()
      await closed()
    }
  })
})
