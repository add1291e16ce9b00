import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests } from '../../testing/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationRoutes } from './application-routes.ts'
import { applicationWithId, versionOfRow } from './application-row.ts'
import type { RecentAnswers } from './recent-answers.ts'
import { sealApplications } from './seal-applications.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'
import { startUnsealed, storedContents } from './testing/stored-contents.ts'

/** Conditions, answers that exclude each other, encrypted ones, parts of one answer, and indexed ones. */
const keys = ['first_name', 'ssn', 'us_citizen', 'citizenship', 'crime_no', 'crime_arson', 'country', 'zip']
const values = ['', 'Y', 'N', 'true', 'NOR', '123-45-6789', 'XXX-XX-6789', 'Ærø "1" \\ \u2028']
/** Requests as they are at a step of the schedule: the numbers of a device rise, and now and then one is late. */
type RequestAt = (step: number) => { method: string; path: string; body?: object; headers?: Record<string, string> }
const order = fc.record({
  device: fc.constantFrom('phone001', 'laptop01'),
  late: fc.constantFrom(0, 0, 0, 3),
  over: fc.constantFrom(0, 99, 99, 99),
})
const saves = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...keys, ...keys.slice(0, 2), ...keys.slice(0, 2)), fc.constantFrom(...values), {
      minKeys: 1,
      maxKeys: 3,
    }),
    fc.option(order),
  )
  .map(
    ([body, by]): RequestAt =>
      (step) => {
        const writes = Object.keys(body).map((key) => `${key}:${step + 5 - (by?.late ?? 0)}:${by?.over}`)
        return {
          method: 'PUT',
          path: '/api/answer',
          body,
          ...(by && { headers: { 'answer-order': `${by.device} ${writes}` } }),
        }
      },
  )
const counts = fc.integer({ min: 1, max: 4 }).map(
  (num_components): RequestAt =>
    () => {
      return { method: 'PUT', path: '/api/add-another', body: { button_id: 'colleges', num_components } }
    },
)
const tabs = fc.constantFrom('state-id', 'other').map(
  (chosen_tab): RequestAt =>
    () => {
      return { method: 'PUT', path: '/api/tabs', body: { tab_id: 'proof-of-residency', chosen_tab } }
    },
)
const requests = fc.oneof(
  { weight: 10, arbitrary: saves },
  { weight: 1, arbitrary: counts },
  { weight: 1, arbitrary: tabs },
  { weight: 2, arbitrary: fc.constant<RequestAt>(() => ({ method: 'GET', path: '/api/profile' })) },
)

databasesForTests('answers in memory', (on) => {
  let clock = Date.parse('2026-11-21T05:30:00Z')
  let recent: RecentAnswers
  let applications: ApplicationDeps
  let server: Awaited<ReturnType<typeof appForTests>>
  let other: typeof server
  let withoutMemory: typeof server
  let account = ''

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    applications = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      now: () => new Date(clock),
    }
    recent = frozenRecentAnswers()
    const start = (deps: ApplicationDeps) => appForTests(on.settings, (app) => applicationRoutes(app, deps))
    server = await start({ ...applications, recent })
    other = await start({ ...applications, recent: frozenRecentAnswers() })
    withoutMemory = await start(applications)
  })
  afterAll(() => Promise.all([server, other, withoutMemory].map((each) => each.close())))
  beforeEach(() => {
    account = randomUUID()
  })
  const save = (body: object, by = server) => by.call(account, 'PUT', '/api/answer', body)
  const answers = async (by = server) => (await by.call(account, 'GET', '/api/profile')).body.answer

  /** What is stored, without what is by chance. */
  const stored = async (accountId: string) => {
    const { isSealed: _, history, ...contents } = await storedContents(applications, accountId)
    return { ...contents, history: history.map(({ id: _, ...each }) => each) }
  }

  test('on two servers, sealed whole or not, change no reply and nothing that is stored, whatever is written where', async () => {
    const steps = fc.array(fc.tuple(requests, fc.boolean(), fc.integer({ min: 0, max: 50_000 })), {
      minLength: 5,
      maxLength: 30,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [remembered, read, unsealed] = [randomUUID(), randomUUID(), randomUUID()]
        await startUnsealed(applications, unsealed)
        for (const [step, [requestAt, isOther, pause]] of all.entries()) {
          clock += pause
          const { method, path, body, headers } = requestAt(step)
          const reply = await (isOther ? other : server).call(remembered, method, path, body, headers)
          const inClear = await (isOther ? other : server).call(unsealed, method, path, body, headers)
          const expected = await withoutMemory.call(read, method, path, body, headers)
          const of = { account_id: '', application_id: '', username: '', successful_login: [] }
          const same = ({ status, body }: typeof reply) => ({ status, body: { ...body, ...of } })
          expect(same(reply)).toEqual(same(expected))
          expect(same(inClear)).toEqual(same(expected))
        }
        const wanted = await stored(read)
        expect(await stored(remembered)).toEqual(wanted)
        expect(await stored(unsealed)).toEqual(wanted)
        await sealApplications(applications)
        expect((await storedContents(applications, unsealed)).isSealed).toBe(true)
        expect(await stored(unsealed)).toEqual(wanted)
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  test('lose nothing when two servers save at once', async () => {
    const keys = ['first_name', 'last_name', 'city', 'zip']
    for (let time = 1; time <= 5; time += 1)
      await Promise.all(keys.map((key, at) => save({ [key]: `${key} ${time}` }, at % 2 === 0 ? server : other)))
    const written = Object.fromEntries(keys.map((key) => [key, `${key} 5`]))
    for (const each of [server, other, withoutMemory]) expect(await answers(each)).toMatchObject(written)
  })

  describe('are used', () => {
    const remembered = async () => {
      await save({ first_name: 'Stored' })
      const known = recent.get(account)
      if (known === undefined) throw new Error('Nothing is remembered.')
      const answers = { ...known.record.answers, first_name: 'Remembered' }
      recent.set(account, { ...known, record: { ...known.record, answers } })
    }
    test('while the row is the one that they were read from', async () => {
      await remembered()
      expect(await answers()).toMatchObject({ first_name: 'Remembered' })
    })
    test.each(['last_page', 'updated_at', 'tabs'])('no more after a change of its %s elsewhere', async (column) => {
      await remembered()
      await sql`update application set ${sql.ref(column)} = ${sql.ref(column)} where account_id = ${account}`.execute(
        on.database.db,
      )
      expect(await answers()).toMatchObject({ first_name: 'Stored' })
    })
  })

  describe('are not enough', () => {
    test('to write into an application that is submitted again because time has passed', async () => {
      await save({ first_name: 'Ada' })
      await sql`insert into submission (application_id, reference, form_version, snapshot)
        select id, ${account}, '1', '{}' from application where account_id = ${account}`.execute(on.database.db)
      await sql`with person as (
        insert into staff_person (issuer, subject, name, role) values ('', ${account}, '', '') returning id
      ) insert into reopening (application_id, version, reason, until, made_by)
        select application.id, 1, '', clock_timestamp() + interval '1 hour', person.id
        from application, person where account_id = ${account}`.execute(on.database.db)
      expect(await save({ first_name: 'Bea' })).toMatchObject({ status: 200 })
      expect(await save({ first_name: 'Cleo' })).toMatchObject({ status: 200 })
      await sql`update reopening set until = clock_timestamp() - interval '1 ms'
        where application_id = (select id from application where account_id = ${account})`.execute(on.database.db)
      expect(await save({ first_name: 'Dora' })).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
      expect(await answers()).toMatchObject({ first_name: 'Cleo' })
    })
    test('to refuse a save of an account that has turned to another application', async () => {
      await save({ first_name: 'Ada' })
      const [former] = (
        await sql<{ id: string }>`update application set account_id = null, former_account_id = ${account}
          where account_id = ${account} returning id`.execute(on.database.db)
      ).rows
      const [next] = (
        await sql<{ id: string }>`insert into application (account_id) values (${account}) returning id`.execute(
          on.database.db,
        )
      ).rows
      expect(await save({ first_name: 'Bea' })).toMatchObject({ status: 409, body: { code: 'other_account' } })
      const answersOf = async (id: string) =>
        (await applicationWithId(applications, on.database.db, id)).application.answer
      expect([await answersOf(former?.id ?? ''), await answersOf(next?.id ?? '')]).toEqual([{ first_name: 'Ada' }, {}])
    })
    test('to say that an answer is stored which another server has replaced', async () => {
      await save({ first_name: 'Ada' })
      await save({ first_name: 'Bea' }, other)
      await save({ first_name: 'Ada' })
      expect(await answers(other)).toMatchObject({ first_name: 'Ada' })
    })
  })

  test('of a transaction that was lost are not those of the one that has its number now', async () => {
    await save({ first_name: 'Ada' })
    const version = sql<{ xmin: string; version: string }>`
      select xmin::text as xmin, ${versionOfRow} as version from application where account_id = ${account}`
    const versions = await inTransaction(on.database.db, async (transaction) => {
      const seen = []
      for (let time = 0; time < 2; time += 1) {
        // A fast machine does both within one tick of the embedded database's clock.
        await sql`update application set updated_at = clock_timestamp() + make_interval(secs => ${time})
          where account_id = ${account}`.execute(transaction)
        seen.push(...(await version.execute(transaction)).rows)
      }
      return seen
    })
    const [before, after] = versions
    expect(after?.xmin).toBe(before?.xmin)
    expect(after?.version).not.toBe(before?.version)
  })
})
