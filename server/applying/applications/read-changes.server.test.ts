import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests } from '../../testing/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationRoutes } from './application-routes.ts'
import { editApplication } from './edit-application.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'
import { startUnsealed } from './testing/stored-contents.ts'

type Change = {
  at: string
  key: string
  device: string
  browser?: string
  values: { before: string; after: string } | null
}

databasesForTests('what was changed', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let applications: ApplicationDeps
  let account = ''
  let clock = 0
  let number = 0
  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    applications = {
      ...{ database: on.database, keyRing: createKeyRing(on.settings), form: formOf(institution), institution },
      recent: frozenRecentAnswers(),
      now: () => new Date(clock),
    }
    server = await appForTests(on.settings, (app) => applicationRoutes(app, applications))
  })
  afterAll(() => server.close())
  beforeEach(() => {
    account = randomUUID()
    clock = Date.parse('2026-11-21T05:30:00Z')
  })

  const [phone, laptop] = ['phone001', 'laptop01']
  const save = (body: Record<string, string>, device?: string, headers: Record<string, string> = {}) => {
    number += 1
    const keys = Object.keys(body).map((key) => `${key}:${number}:999`)
    return server.call(account, 'PUT', '/api/answer', body, {
      ...headers,
      ...(device && { 'answer-order': `${device} ${keys}` }),
    })
  }
  const ask = async (before?: string, device = laptop) => {
    const query = new URLSearchParams({ device, ...(before === undefined ? {} : { before }) })
    return server.call(account, 'GET', `/api/answer-changes?${query}`)
  }
  const changes = async (): Promise<readonly Change[]> => (await ask()).body.changes
  const inShort = async () =>
    (await changes()).map(({ key, device, values }) => `${key} ${device} ${values?.before} > ${values?.after}`)

  test('names the browser of the device, where it said what it is', async () => {
    const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
    await save({ first_name: 'Ada' }, laptop, { 'user-agent': 'a-program/1' })
    clock += 120_000
    await save({ first_name: 'Eda' }, phone, { 'user-agent': safari })
    expect((await changes()).map(({ device, browser }) => [device, browser])).toEqual([
      ['another', 'Safari on iPhone'],
      ['this', undefined],
    ])
  })

  test('is listed newest first, with the values and the device', async () => {
    await save({ first_name: 'Ada', city: 'Butte' }, laptop)
    clock += 120_000
    await save({ first_name: 'Ada M' }, phone)
    clock += 60_000
    await save({ city: '' })
    await editApplication(applications, account, async ({ write }) => write({ college_transcript: 'ANSWERED' }))
    expect(await inShort(), proves('7.answer-changes.1', '7.answer-changes.3')).toEqual([
      'college_transcript server  > ANSWERED',
      'city unknown Butte > ',
      'first_name another Ada > Ada M',
      'first_name this  > Ada',
      'city this  > Butte',
    ])
    expect((await changes()).map(({ at }) => at)).toEqual(
      ['05:33', '05:33', '05:32', '05:30', '05:30'].map((time) => `2026-11-21T${time}:00.000Z`),
    )
    // The same, asked on the phone.
    expect((await ask(undefined, phone)).body.changes[2]).toMatchObject({ device: 'this' })
  })

  test('has what shares a row of the history within a minute, with the time and device of the writing', async () => {
    await save({ first_name: 'A' }, laptop)
    clock += 20_000
    await save({ first_name: 'Ad' }, laptop)
    // Not recorded yet.
    expect(await inShort()).toEqual(['first_name this A > Ad', 'first_name this  > A'])
    clock += 600_000
    await save({ middle_name: 'M' }, laptop)
    clock += 600_000
    await save({ first_name: 'Adele' }, phone)
    expect(
      (await changes()).map(({ key, device, values, at }) => `${at.slice(11, 19)} ${key} ${device} ${values?.after}`),
    ).toEqual([
      '05:50:20 first_name another Adele',
      '05:40:20 middle_name this M',
      '05:30:20 first_name this Ad',
      '05:30:00 first_name this A',
    ])
  })

  test('has no value of a sensitive or a secret answer, and no change that was none', async () => {
    await save({ ssn: '501-55-0187', gender: 'F' }, laptop)
    // What came and went within a minute leaves the value that was recorded.
    for (const gender of ['M', 'F']) {
      clock += 1000
      await save({ gender }, laptop)
    }
    clock += 120_000
    await save({ ssn: '501-55-0188' }, laptop)
    const { body } = await ask()
    expect(JSON.stringify(body), proves('7.answer-changes.2')).not.toMatch(/501-?55|"[FM]"|kid/)
    expect(body.changes.every(({ values }: Change) => values === null)).toBe(true)
    expect(body.changes.map(({ key }: Change) => key)).toEqual(['ssn', 'ssn', 'gender'])
  })

  test('comes in pages without a gap or a double, also when several were written at once', async () => {
    for (let round = 0; round < 8; round++) {
      const answers = ['first_name', 'middle_name', 'last_name', 'prev_name', 'city', 'zip', 'address_line_1']
      await save(Object.fromEntries(answers.map((key) => [key, `${key} ${round}`])), laptop)
      clock += 90_000
    }
    const found: Change[] = []
    let pages = 0
    for (let before: string | undefined; ; pages++) {
      const { body } = await ask(before)
      found.push(...body.changes)
      before = body.next
      if (pages === 0) await save({ first_name: 'meanwhile' }, phone)
      if (body.next === null) break
      expect(body.changes).toHaveLength(30)
    }
    expect(pages + 1).toBe(2)
    expect(new Set(found.map(({ values }) => values?.after)).size).toBe(56)
    expect(found.map(({ at }) => at)).toEqual(
      found
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
  })

  test('what an earlier release recorded has no device; a key that no form asks is left out', async () => {
    await startUnsealed(applications, account)
    await save({ first_name: 'Ada' }, laptop)
    const id = await on.database.db
      .selectFrom('application')
      .select('id')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    await sql`insert into answer_history (application_id, revision, changed, at)
      values (${id.id}, 0, '{"first_name": "Adam", "long_gone": "x", "hs_list_id": "7"}', '2026-11-21T05:00:00Z')`.execute(
      on.database.db,
    )
    expect((await inShort()).at(-1)).toMatch(/^first_name unknown/)
    expect(await inShort()).toHaveLength(2)
  })

  test('is nobody else’s, and a place that was not given by us is refused', async () => {
    await save({ first_name: 'Ada' }, laptop)
    const own = (await ask()).body.changes
    account = randomUUID()
    expect(own).toHaveLength(1)
    expect(await changes()).toEqual([])
    for (const before of [
      'x',
      `2026-99-99T00:00:00.000000Z 1 a`,
      `2026-11-21T00:00:00.000000Z 9999999999999999999 a`,
      `2026-11-21T00:00:00.000000Z 1 a'b`,
    ])
      expect((await ask(before)).body).toMatchObject({ code: 'malformed' })
  })

  test('is no longer told once the application is submitted', async () => {
    await save({ first_name: 'Ada' }, laptop)
    const { db } = on.database
    const { id } = await db
      .selectFrom('application')
      .select('id')
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    const submission = { application_id: id, reference: randomUUID().slice(0, 8), form_version: 'x', snapshot: '{}' }
    await db.insertInto('submission').values(submission).execute()
    expect((await ask()).body).toMatchObject({ code: 'already_submitted' })
  })
})
