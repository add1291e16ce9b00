import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { createKeyRing, type KeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, attach, databasesForTests } from '../../testing/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { applicationRoutes } from './application-routes.ts'
import { applicationOf } from './application-row.ts'
import { openReport } from './stored-record.ts'
import { frozenRecentAnswers } from './testing/frozen-recent-answers.ts'
import { startUnsealed, storedContents } from './testing/stored-contents.ts'

databasesForTests('applications', (on) => {
  let keyRing: KeyRing
  let applications: ApplicationDeps
  let server: Awaited<ReturnType<typeof appForTests>>
  let account = ''
  const call = (method: string, path: string, body?: unknown) => server.call(account, method, path, body)
  const save = (body: unknown) => call('PUT', '/api/answer', body)
  const profile = async () => (await call('GET', '/api/profile')).body
  const stored = () => storedContents(applications, account)
  const answers = async () => JSON.stringify((await stored()).answers)
  const history = async () => JSON.stringify((await stored()).history.map(({ changed }) => changed))
  /** Makes a change that ends after the call has reached the database; returns the call's reply. */
  const whileChanging = async (change: RawBuilder<unknown>, made: () => ReturnType<typeof save>) => {
    const { call } = await inTransaction(on.database.db, async (transaction) => {
      await sql`select from application where account_id = ${account} for update`.execute(transaction)
      await change.execute(transaction)
      // Not awaited here, because it waits for this transaction.
      const call = made()
      const isWaiting = sql<{ waits: boolean }>`select exists (
        select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))
      ) as waits`
      // The embedded database has one connection, so there the call waits for it.
      while (on.kind === 'postgres' && !(await isWaiting.execute(transaction)).rows[0]?.waits) await setImmediate()
      return { call }
    })
    return call
  }

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    keyRing = createKeyRing(on.settings)
    applications = {
      database: on.database,
      keyRing,
      form: formOf(institution),
      institution,
      now: () => new Date('2026-11-21T05:30:00Z'),
      recent: frozenRecentAnswers(),
    }
    server = await appForTests(on.settings, (app) => applicationRoutes(app, applications))
  })
  afterAll(() => server.close())
  beforeEach(() => {
    account = randomUUID()
  })

  describe('PUT /api/answer', () => {
    test('posted keys are written, and other keys are left alone', async () => {
      const { body } = await save({ first_name: 'Ada', last_name: 'King' })
      expect(body, proves('7.answer.2')).toMatchObject({
        message: 'Your answers are saved.',
        revision: 1,
        cleared: [],
        ignored: [],
      })
      expect((await save({ last_name: 'Lovelace' })).body).toMatchObject({ revision: 2 })
      const { answer } = await profile()
      expect(answer, proves('7.answer.1', '6.student.4', '3.answers.1')).toEqual({
        first_name: 'Ada',
        last_name: 'Lovelace',
      })
    })
    test('saving the stored answers again makes no new revision', async () => {
      await save({ first_name: 'Ada' })
      expect((await save({ first_name: 'Ada' })).body.revision).toBe(1)
    })
    test('false and null are stored as an empty answer', async () => {
      await save({ first_name: 'Ada', optin_sms_ind: 'true' })
      await save({ optin_sms_ind: false, first_name: null })
      const { answer } = await profile()
      expect(answer, proves('3.answers.2')).toMatchObject({ first_name: '', optin_sms_ind: '' })
    })
    test('a newly hidden answer is cleared and reported, and is in the history', async () => {
      await save({ us_citizen: 'N', citizenship: 'NOR', perm_resident: 'Y' })
      const { body } = await save({ us_citizen: 'Y' })
      expect(body.cleared.toSorted()).toEqual(['citizenship', 'perm_resident'])
      expect((await profile()).answer).toMatchObject({ citizenship: '', us_citizen: 'Y' })
      expect(await history()).toContain('NOR')
    })
    test('companion keys are derived, and posted ones are ignored', async () => {
      await save({ country: 'CAN', country_desc: 'Atlantis' })
      expect((await profile()).answer).toMatchObject({ country: 'CAN', country_desc: 'Canada' })
      const { status, body } = await save({ first_name: 'Ada', first_name_desc: 'Ada', gender: 'F', gender_desc: '?' })
      expect({ status, ignored: body.ignored }).toEqual({ status: 200, ignored: ['first_name_desc'] })
      expect((await profile()).answer).not.toHaveProperty('first_name_desc')
      expect(await save({ nothing_desc: 'Ada' })).toMatchObject({ status: 400 })
    })
    test('an upload answer posted by a browser changes nothing and is reported as ignored', async () => {
      const { body } = await save({ us_citizen: 'N', perm_resident: 'N', stopintl_copy: 'ANSWERED' })
      expect(body.ignored).toEqual(['stopintl_copy'])
      expect((await profile()).answer.stopintl_copy).toBeUndefined()
    })
    test('eight saves at once make eight revisions and lose nothing', async () => {
      const keys = [
        'first_name',
        'middle_name',
        'last_name',
        'city',
        'zip',
        'address_line_1',
        'birth_city',
        'prev_name',
      ]
      await Promise.all(keys.map((key) => save({ [key]: `${key}!` })))
      expect(await profile()).toMatchObject({
        revision: keys.length,
        answer: Object.fromEntries(keys.map((key) => [key, `${key}!`])),
      })
    })
    test('a save that waits for another change of the row is made from what that one left', async () => {
      await startUnsealed(applications, account)
      await save({ us_citizen: 'N', citizenship: 'NOR' })
      const waiting = await whileChanging(
        sql`update application set answers = answers || '{"us_citizen": "Y", "last_name": "King"}', revision = revision + 1
          where account_id = ${account}`,
        () => save({ citizenship: 'SWE' }),
      )
      expect(waiting.body).toMatchObject({ previous_revision: 2, revision: 4, cleared: ['citizenship'] })
      expect(await profile()).toMatchObject({ revision: 4, answer: { last_name: 'King', citizenship: '' } })
      expect(await history()).toMatch(/NOR.*SWE/)
      expect(await history()).not.toMatch(/SWE.*SWE/)
    })
    test('a save that waits for a submission is refused and writes nothing', async () => {
      await save({ first_name: 'Ada' })
      const waiting = await whileChanging(
        sql`insert into submission (application_id, reference, form_version, snapshot)
          select id, ${account}, '1', '{}' from application where account_id = ${account}`,
        () => save({ first_name: 'Eve' }),
      )
      expect(waiting).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
      expect(await answers()).toContain('Ada')
      expect(await history()).not.toContain('Eve')
    })
    test('an answer that is hidden on arrival is still recorded in the history', async () => {
      await save({ us_citizen: 'Y' })
      expect((await save({ citizenship: 'NOR' })).body.cleared).toEqual(['citizenship'])
      expect(await history()).toContain('NOR')
    })

    test.each([
      ['an unknown key', { frist_name: 'Ada' }, 400, 'unknown_keys', ['frist_name']],
      ['NUL', { first_name: 'A\u0000da' }, 400, 'malformed_answers', ['first_name']],
      ['half a surrogate pair', { last_name: 'x\ud800' }, 400, 'malformed_answers', ['last_name']],
      ['more than 10,000 characters', { first_name: 'x'.repeat(10_001) }, 400, 'malformed_answers', ['first_name']],
      ['a number', { first_name: 7 }, 400, 'malformed', undefined],
      ['a map in a map', { name: { first_name: 'Ada' } }, 400, 'malformed', undefined],
      ['a list', ['first_name'], 400, 'malformed', undefined],
      ['broken JSON', '{"first_name":', 400, 'malformed', undefined],
      ['nothing', undefined, 400, 'malformed', undefined],
      ['a key that reaches the prototype', '{"__proto__":{"a":"b"}}', 400, 'malformed', undefined],
      ['more than 256 KB', { first_name: 'x'.repeat(300_000) }, 413, 'too_large', undefined],
    ])('%s is refused with a sentence, and nothing is stored', async (_, body, status, code, keys) => {
      await save({ first_name: 'Ada' })
      const reply = await call('PUT', '/api/answer', body)
      expect(reply).toMatchObject({
        status,
        body: { code, message: expect.stringMatching(/\.$/), ...(keys ? { keys } : {}) },
      })
      expect(await profile()).toMatchObject({ answer: { first_name: 'Ada' }, revision: 1 })
    })
    test('exactly 10,000 characters of four bytes each are stored', async () => {
      const essay = '𝒶'.repeat(10_000)
      expect((await save({ first_name: essay })).status).toBe(200)
      expect((await profile()).answer.first_name).toBe(essay)
    })
    test('a wrong value is stored as typed and validated later', async () => {
      await save({ email_address: 'not an address', birth_date: 'tomorrow' })
      expect((await profile()).answer).toMatchObject({ email_address: 'not an address', birth_date: 'tomorrow' })
    })
    test('another content type is refused', async () => {
      const reply = await fetch(`${server.address}/api/answer`, {
        method: 'PUT',
        headers: { 'content-type': 'text/plain', 'x-test-account': account },
        body: '{}',
      })
      expect({ status: reply.status, body: await reply.json() }).toMatchObject({
        status: 415,
        body: { code: 'not_json' },
      })
    })
  })

  describe('an application is sealed whole:', () => {
    type Sealed = { text: string; length: number }
    const rows = async (table: 'application' | 'answer_history' | 'validation_report') =>
      (
        await sql<Sealed>`select ${sql.table(table)}::text as text, octet_length(${sql.table(table)}.sealed) as length
          from ${sql.table(table)} where ${sql.ref(table === 'application' ? 'id' : 'application_id')} =
            (select id from application where account_id = ${account})`.execute(on.database.db)
      ).rows
    const everything = async () => [
      ...(await rows('application')),
      ...(await rows('answer_history')),
      ...(await rows('validation_report')),
    ]
    test('no key, answer or count is in a row of it, and its length is the same for one answer and for several', async () => {
      await save({ first_name: 'Adalbertine' })
      await call('POST', '/api/validations', { first_name: ['First Name'] })
      const one = await everything()
      expect(one.map(({ length }) => length)).toEqual([2048, 512, 512])
      await put('add-another', { button_id: 'colleges', num_components: 3 })
      await put('add-another', { button_id: 'crime_no', num_components: 1 })
      await put('tabs', { tab_id: 'proof-of-residency', chosen_tab: 'other' })
      await server.call(
        account,
        'PUT',
        '/api/answer',
        { ssn: '501-55-0187', crime_drugs: 'true' },
        {
          'answer-order': 'phone001 ssn:1:9,crime_drugs:1:9',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
      )
      expect((await stored()).browsers).toEqual({ phone001: 'Firefox on Linux' })
      const several = await everything()
      expect(several.map(({ length }) => length)).toEqual([2048, 512, 512, 512])
      for (const { text } of several)
        expect(text).not.toMatch(/first_name|First|Adalb|colleges|crime|residency|other|"ssn|501-55|phone001|Firefox/)
      expect((await profile()).answer).toMatchObject({ ssn: '***-**-0187', crime_drugs: 'true' })
    })
    const put = (path: string, body: object) => call('PUT', `/api/${path}`, body)

    test.each([
      ['application', 'id', `answers = '{"a": "b"}'`],
      ['application', 'id', `add_another = '{"a": 1}'`],
      ['application', 'id', `writings = '{"a": []}'`],
      ['application', 'id', `data_key = null`],
      ['application', 'id', `sealed = sealed || '0'::bytea`],
      ['validation_report', 'application_id', `problems = '{"a": []}'`],
      ['validation_report', 'application_id', `sealed = substr(sealed, 2)`],
    ])('the database refuses %s, by %s, with %s', async (table, id, change) => {
      await save({ first_name: 'Ada' })
      await call('POST', '/api/validations', { first_name: ['First Name'] })
      const attempt = sql`update ${sql.table(table)} set ${sql.raw(change)} where ${sql.ref(id)} = (
        select id from application where account_id = ${account})`.execute(on.database.db)
      await expect(attempt).rejects.toThrow(`${table}_is_sealed_whole`)
    })
    test.each([
      ['{"a": "b"}', null, 512],
      ['{}', 'phone001', 512],
      ['{}', null, 511],
    ])('the database refuses a row of the history with %s, %s and %d bytes', async (changed, device, length) => {
      await save({ first_name: 'Ada' })
      const attempt = sql`insert into answer_history (application_id, revision, changed, device, sealed)
        select id, 9, ${changed}::jsonb, ${device}::text, decode(repeat('00', ${length}::int), 'hex')
        from application where account_id = ${account}`.execute(on.database.db)
      await expect(attempt).rejects.toThrow('answer_history_is_sealed_whole')
    })
  })

  describe('the statuses of an application', () => {
    const post = (web_status: string) => call('POST', '/api/web-status', { web_status })
    test('only move forward, repeating one has no effect, and only a submission submits', async () => {
      expect((await profile()).web_status).toEqual([])
      expect((await post('started')).status).toBe(200)
      expect((await post('started')).status).toBe(200)
      expect((await post('submitted')).body.code).toBe('only_submit_submits')
      expect((await post('validating')).status).toBe(200)
      expect((await post('started')).body).toMatchObject({ code: 'not_forward' })
      expect((await post('finished')).body.code).toBe('malformed')
      expect((await profile()).web_status).toMatchObject([{ web_status: 'started' }, { web_status: 'validating' }])
    })
    test('validating without started sets both', async () => {
      await post('validating')
      expect((await profile()).web_status).toHaveLength(2)
    })
  })

  describe('Add Another', () => {
    const put = (num_components: number, removed?: number, button_id = 'colleges') =>
      call('PUT', '/api/add-another', { button_id, num_components, ...(removed ? { removed } : {}) })
    test('stores the count, and refuses too many entries, an unnamed removal and unknown blocks', async () => {
      expect((await put(3)).status).toBe(200)
      expect((await call('GET', '/api/add-another')).body).toEqual({ colleges: 3 })
      expect((await put(9)).body.code).toBe('too_many_entries')
      expect((await put(2)).body.code).toBe('removal_not_named')
      expect((await put(1, undefined, 'uncles')).body.code).toBe('unknown_block')
      expect((await call('GET', '/api/add-another')).body).toEqual({ colleges: 3 })
    })
    test('what was opened comes back open', async () => {
      await put(2)
      for (const opened of ['parents-wanted', 'mailing_addr_same_as_perm_addr', 'crime_no', 'charges_no'])
        expect((await put(1, undefined, opened)).status).toBe(200)
      const all = { colleges: 2, 'parents-wanted': 1, mailing_addr_same_as_perm_addr: 1, crime_no: 1, charges_no: 1 }
      expect((await call('GET', '/api/add-another')).body).toEqual(all)
      expect((await profile()).add_another).toEqual(all)
    })
    test('a "yes" that tells something sensitive is kept beside the counts', async () => {
      await put(2)
      for (const gate of ['crime_no', 'pending_no', 'crime_no']) await put(1, undefined, gate)
      expect(await stored()).toMatchObject({ add_another: { colleges: 2 }, opened_gates: ['crime_no', 'pending_no'] })
      expect((await profile()).add_another).toEqual({ colleges: 2, crime_no: 1, pending_no: 1 })
    })
    test('removing an entry moves the later ones down once, even if the request is repeated', async () => {
      await put(3)
      await save({ college_name: 'One', college_2_name: 'Two', college_3_name: 'Three', college_3_gpa: '3.9' })
      const { body } = await put(2, 2)
      expect(body.answer).toEqual({
        college_2_name: 'Three',
        college_2_gpa: '3.9',
        college_3_name: '',
        college_3_gpa: '',
      })
      await put(2, 2)
      expect((await profile()).answer).toMatchObject({
        college_name: 'One',
        college_2_name: 'Three',
        college_3_name: '',
      })
    })
    test('entries that have answers count, even without a stored count', async () => {
      await save({ college_name: 'One', college_2_name: 'Two' })
      const { status, body } = await put(1, 2)
      expect([status, body.answer]).toEqual([200, { college_2_name: '' }])
      expect((await profile()).add_another).toEqual({ colleges: 1 })
    })
  })

  describe('tabs', () => {
    const inState = {
      first_name: 'Ada',
      instate_tuition: 'Y',
      instate_driver_license_month: '5',
      instate_driver_license_year: '2020',
    }
    const put = (chosen_tab: string, tab_id = 'proof-of-residency') => call('PUT', '/api/tabs', { tab_id, chosen_tab })
    test('the chosen tab is stored and the answers of the group are cleared', async () => {
      await save(inState)
      const { body } = await put('other')
      expect(body.cleared.toSorted()).toEqual(['instate_driver_license_month', 'instate_driver_license_year'])
      const { body: tabs } = await call('GET', '/api/tabs')
      expect(tabs, proves('7.tabs.1', '7.tabs.2', '4.tabs.4')).toEqual({ 'proof-of-residency': 'other' })
      const stored = await profile()
      expect(stored.tabs).toEqual(tabs)
      expect(stored.answer, proves('4.tabs.5')).toMatchObject({
        instate_driver_license_month: '',
        instate_driver_license_year: '',
        first_name: 'Ada',
      })
    })
    test('choosing the current tab clears nothing', async () => {
      await save(inState)
      expect((await put('driver-license')).body.cleared).toEqual([])
    })
    test.each([
      ['passport', undefined],
      ['other', 'proof-of-life'],
    ])('an unknown tab or group is refused: %s %s', async (chosen_tab, tab_id) => {
      expect(await put(chosen_tab, tab_id)).toMatchObject({ status: 400, body: { code: 'unknown_block' } })
      expect((await call('GET', '/api/tabs')).body).toEqual({})
    })
  })

  test('the last page is one of the form', async () => {
    await call('PUT', '/api/last-page', { last_page: '/education' })
    expect((await call('PUT', '/api/last-page', { last_page: 'https://elsewhere.example' })).status).toBe(400)
    expect((await profile()).last_page, proves('7.last-page.1')).toBe('/education')
  })
  test('the profile contains everything that is stored', async () => {
    await save({ first_name: 'Ada', country: 'CAN' })
    await call('PUT', '/api/last-page', { last_page: '/final-steps' })
    await call('POST', '/api/web-status', { web_status: 'validating' })
    const files = { college_transcript: { file_name: 'transcript.pdf', file_size: 1_048_576 } }
    await attach(on.database.db, account, files)
    const logins = ['2026-11-20T08:00:00.000Z', '2026-11-19T07:00:00.000Z']
    await on.database.db
      .insertInto('successful_login')
      .values(logins.map((at) => ({ account_id: account, at: new Date(at) })))
      .execute()
    const parts = ['3.profile.1', '3.profile.2', '3.profile.3', '3.profile.4', '3.profile.5', '3.profile.6']
    expect(await profile(), proves('7.profile.1', ...parts)).toEqual({
      answer: { first_name: 'Ada', country: 'CAN', country_desc: 'Canada' },
      document_answer: files,
      converting: {},
      add_another: {},
      tabs: {},
      account_id: account,
      username: `${account}@mail.example`,
      last_page: '/final-steps',
      successful_login: logins.toReversed(),
      web_status: [
        { web_status: 'started', at: expect.stringMatching(/Z$/) },
        { web_status: 'validating', at: expect.stringMatching(/Z$/) },
      ],
      revision: 1,
      today: '2026-11-20',
      submission: null,
      reopening: null,
      withdrawn_at: null,
      application_id: expect.stringMatching(/^[\da-f-]{36}$/),
      requests: [],
      asked_elsewhere: [],
    })
  })
  test('a report of problems is stored, and keys that the form does not ask are refused', async () => {
    const problems = { first_name: ['First Name'], register: ['One', 'Two'] }
    expect((await call('POST', '/api/validations', problems)).status).toBe(200)
    const reports = async () => {
      const { id, sealer } = await applicationOf(applications, on.database.db, account)
      const rows = await on.database.db
        .selectFrom('validation_report')
        .select(['problems', 'sealed'])
        .where('application_id', '=', id)
        .execute()
      return rows.map((row) => ({ clear: row.problems, sealed: row.sealed && openReport(row.sealed, id, sealer) }))
    }
    expect(await reports(), proves('7.validations.1')).toEqual([{ clear: {}, sealed: problems }])
    // However often reports are posted, only the newest is kept.
    const newest = { last_name: ['Last Name'] }
    for (const each of [problems, problems, newest])
      expect((await call('POST', '/api/validations', each)).status).toBe(200)
    await Promise.all(Array.from({ length: 5 }, () => call('POST', '/api/validations', newest)))
    expect(await reports()).toEqual([{ clear: {}, sealed: newest }])
    for (const tooMuch of [{ first_name: ['x'.repeat(1001)] }, { first_name: Array(21).fill('x') }])
      expect((await call('POST', '/api/validations', tooMuch)).status).toBe(400)
    expect((await call('POST', '/api/validations', { nonsense: ['x'] })).body).toMatchObject({ code: 'unknown_keys' })
  })
  test('today is the current day at the institution', async () => {
    expect((await profile()).today).toBe('2026-11-20')
  })
  test('without a session the reply is 401 and removes the cookies', async () => {
    const reply = await server.call(undefined, 'GET', '/api/profile')
    expect(reply).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
    expect(reply.headers.get('set-cookie')).toContain('Max-Age=0')
  })
  test('an unknown path gets a JSON reply', async () => {
    expect(await call('GET', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('a request from another site is refused: %o', async (headers, status) => {
    const reply = await fetch(`${server.address}/api/web-status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-account': account, ...headers },
      body: '{"web_status":"started"}',
    })
    expect(reply.status).toBe(status)
  })
})
