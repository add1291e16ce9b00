import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '../../../api/index.ts'
import { baseRegister } from '../../../form/index.ts'
import { empty } from '../../../testing/empty.ts'
import { proves } from '../../../testing/proves.ts'
import { readSubmission, submitApplication } from '../../applying/submissions/index.ts'
import { listDocuments, locateDocuments } from '../../documents/packets/index.ts'
import { readChanges, readExported } from '../../handing-over/exports/index.ts'
import { trustClock } from '../../platform/database/index.ts'
import { createLanguages, speakIn } from '../../platform/languages/index.ts'
import { completeAnswers, databasesForTests } from '../../testing/index.ts'
import { closeReopening, reopenApplication, requestDocument } from './index.ts'
import { closeExpired } from './reopening.ts'
import { afterSubmissionForTests, DAY, PDF } from './testing/index.ts'

databasesForTests('after a submission', (on) => {
  type Setup = Awaited<ReturnType<typeof afterSubmissionForTests>>
  type Submitted = Awaited<ReturnType<Setup['submitted']>>
  let setup: Setup
  let started: Setup['started']
  let deps: Setup['deps']
  let mail: Setup['mail']
  let person: Setup['person']
  let maya: Submitted['maya']
  let id: Submitted['id']
  let save: Submitted['save']
  let attach: Submitted['attach']
  let reopen: Submitted['reopen']

  beforeAll(async () => {
    setup = await afterSubmissionForTests(on)
    ;({ started, deps, mail, person } = setup)
  })
  afterAll(() => started.close())
  beforeEach(async () => {
    ;({ maya, id, save, attach, reopen } = await setup.submitted())
  })

  const until = () => new Date(Date.now() + 7 * DAY)
  const statuses = async () => {
    const { web_status } = await maya.profile()
    return (web_status as readonly { web_status: string }[]).map((each) => each.web_status)
  }
  const kinds = async () =>
    (await readChanges(on.database.db, { after: 0, limit: 10_000 }))
      .filter(({ application_id }) => application_id === id)
      .map(({ kind, version }) => `${kind} ${version}`)
  const filesOf = async (version: number) => {
    const submission = await readSubmission(on.database.db, deps.keyRing, id, { version })
    if (!submission) throw new Error(`There is no version ${version}.`)
    const found = await locateDocuments(started.documents, { applicationId: id, version }, listDocuments(submission))
    return 'missing' in found ? found : found.map(({ file }) => file)
  }
  // A millisecond ago: the database tells microseconds, and the server does not.
  const passTime = () =>
    sql`update reopening set until = clock_timestamp() - interval '1 ms' where application_id = ${id} and ended_at is null`.execute(
      on.database.db,
    )

  describe('an application that staff open again', () => {
    test('is mended and signed again, and both versions stay as they were', async () => {
      expect((await save({ city: 'Helena' })).body.code).toBe('already_submitted')
      expect(await reopen()).toMatchObject({ until: expect.any(Date) })
      expect(mail.mock.calls.map(([, { kind }]) => kind)).toEqual(['reopened'])
      expect(await statuses()).toEqual(['started', 'validating'].slice(0, (await statuses()).length))
      expect(await statuses()).not.toContain('submitted')
      expect(await maya.profile()).toMatchObject({
        submission: { version: 1 },
        reopening: { reason: 'Please mend your address.' },
      })
      expect((await save({ city: 'Helena' })).status).toBe(200)
      await attach('college_transcript', 'two.pdf')
      // What counts until the signature is what was signed.
      const before = await readExported({ ...started.documents, register: baseRegister() }, id)
      expect([before?.version, before?.row.city]).toEqual([1, completeAnswers.city])
      expect(await filesOf(1), proves('4.life.1')).toEqual(['one.pdf'])

      const { body } = await maya.call('POST', '/api/submit')
      expect(body).toMatchObject({ version: 2, reference: before?.reference })
      expect(await statuses()).toEqual(['started', 'validating', 'submitted'])
      expect(await kinds()).toEqual(['submitted 1', 'corrected 2'])
      const [first, second] = [
        await readExported({ ...started.documents, register: baseRegister() }, id, { version: 1 }),
        await readExported({ ...started.documents, register: baseRegister() }, id),
      ]
      expect([first?.row.city, second?.row.city]).toEqual([completeAnswers.city, 'Helena'])
      expect([first?.version, second?.version]).toEqual([1, 2])
      expect([await filesOf(1), await filesOf(2)], proves('4.life.2')).toEqual([['one.pdf'], ['two.pdf']])
      expect((await readSubmission(on.database.db, deps.keyRing, id))?.replaces).toMatchObject({ version: 1 })
      expect((await save({ city: 'Butte' })).body.code).toBe('already_submitted')
      // A second press, or a reply that was lost, signs nothing more.
      expect((await maya.call('POST', '/api/submit')).body).toMatchObject({ version: 2 })
      for (const table of ['submission', 'earlier_submission', 'signed_document'] as const)
        await expect(on.database.db.deleteFrom(table).where('application_id', '=', id).execute()).rejects.toThrow(
          'stand as they were written',
        )
    })

    test('keeps the language in which each version was signed', async () => {
      const sign = (language: string) =>
        speakIn(createLanguages([language]).wordsOf(language), () =>
          submitApplication({ ...deps, onAccepted: async () => {} }, maya.account),
        )
      for (const language of ['es', 'en']) {
        await reopen()
        expect(await sign(language)).toMatchObject({ message: expect.any(String) })
      }
      const versions = (table: 'submission' | 'earlier_submission') =>
        on.database.db
          .selectFrom(table)
          .select(['version', 'language'])
          .where('application_id', '=', id)
          .orderBy('version')
          .execute()
      expect(await versions('earlier_submission')).toEqual([
        { version: 1, language: 'en' },
        { version: 2, language: 'es' },
      ])
      expect(await versions('submission')).toEqual([{ version: 3, language: 'en' }])
    })

    test.each([
      ['closed', () => closeReopening(deps, id, 'closed')],
      ['expired', () => passTime().then(() => closeExpired(deps))],
    ])('and is not signed again is what was signed, once it is %s', async (outcome, close) => {
      await reopen()
      await save({ city: 'Helena', second_email_address: 'other@mail.example' })
      await attach('college_transcript', 'two.pdf')
      await close()
      const profile = await maya.profile()
      expect(profile.answer).toMatchObject({ city: completeAnswers.city, college_transcript: 'ANSWERED' })
      expect(Object(profile.answer).second_email_address ?? '').toBe('')
      expect(profile, proves('4.life.3')).toMatchObject({
        reopening: null,
        document_answer: { college_transcript: { file_name: 'one.pdf' } },
      })
      expect(await statuses()).toContain('submitted')
      expect(await kinds()).toEqual(['submitted 1'])
      const row = await on.database.db
        .selectFrom('reopening')
        .select('outcome')
        .where('application_id', '=', id)
        .executeTakeFirst()
      expect(row?.outcome).toBe(outcome)
      expect(await closeReopening(deps, id, 'closed')).toBe(false)
    })

    test('and only got an entry has as many entries as were signed, once it is closed', async () => {
      const signed = (await maya.profile()).add_another
      await reopen()
      const { status } = await maya.call('PUT', '/api/add-another', { button_id: 'colleges', num_components: 3 })
      expect([status, (await maya.profile()).add_another]).toEqual([200, { colleges: 3 }])
      await closeReopening(deps, id, 'closed')
      expect((await maya.profile()).add_another).toEqual(signed)
    })

    test('is closed in time, also beside one that cannot be closed', async () => {
      const lost = await setup.submitted()
      await lost.reopen()
      await sql`update reopening set until = clock_timestamp() - interval '1 ms', version = 99 where application_id = ${lost.id}`.execute(
        on.database.db,
      )
      await reopen()
      await passTime()
      await expect(closeExpired(deps)).rejects.toThrow('could not be closed')
      const open = await on.database.db
        .selectFrom('reopening')
        .select('application_id')
        .where('ended_at', 'is', null)
        .where('application_id', 'in', [id, lost.id])
        .execute()
      expect(open).toEqual([{ application_id: lost.id }])
      await on.database.db.updateTable('reopening').set({ version: 1 }).where('application_id', '=', lost.id).execute()
      await closeExpired(deps)
    })

    test.each([
      ['its clock is days from that of the database', 0, 2],
      ['the installation was last at work a month ago', 30, 0],
    ])('is not put back while %s', async (_, rested, ahead) => {
      await trustClock(on.database) // else the copied database was last at work when it was made
      await reopen()
      await save({ city: 'Helena' })
      await passTime()
      await sql`update clock set right_at = right_at - make_interval(days => ${rested}::int)`.execute(on.database.db)
      await closeExpired({ ...deps, now: () => new Date(Date.now() + ahead * DAY) })
      expect((await maya.profile()).answer).toMatchObject({ city: 'Helena' })
      await trustClock(on.database)
      await closeExpired(deps)
      expect((await maya.profile()).answer).toMatchObject({ city: completeAnswers.city })
    })

    test('takes nothing from the moment on at which its time is over, before anything has closed it', async () => {
      await reopen()
      await save({ city: 'Helena' })
      await passTime()
      expect((await save({ city: 'Butte' })).body.code).toBe('already_submitted')
      expect((await maya.call('POST', '/api/submit')).body).toMatchObject({ version: 1 })
      expect(await statuses()).toContain('submitted')
    })

    test('is opened by one of two people who try at once, and only for a time that is ahead', async () => {
      const outcomes = await Promise.all([reopen(), reopen()])
      expect(outcomes.filter((each) => 'until' in each)).toHaveLength(1)
      expect(outcomes.filter((each) => 'refused' in each && each.refused === 'open_already')).toHaveLength(1)
      expect(mail).toHaveBeenCalledTimes(1)
      for (const wrong of [new Date(Date.now() - 1), new Date(Date.now() + 91 * DAY)])
        expect(await reopenApplication(deps, { id, reason: 'x', until: wrong, by: person })).toMatchObject({
          refused: 'wrong_time',
        })
      expect(
        await reopenApplication(deps, { id: randomUUID(), reason: 'x', until: until(), by: person }),
      ).toMatchObject({
        refused: 'no_such_application',
      })
    })

    test('keeps the documents of what was signed, even those that are deleted meanwhile', async () => {
      await reopen()
      await maya.call('DELETE', '/api/document-answer/college_transcript')
      expect(await filesOf(1)).toEqual(['one.pdf'])
    })
  })

  describe('a document that staff ask for', () => {
    const ask = () =>
      requestDocument(deps, { id, title: 'Spring grades', reason: 'Please.', until: until(), by: person })
    const requests = async () => {
      const { applications } = (await maya.call('GET', '/api/applications')).body
      return (applications as Reply<'ownApplications'>['applications'])[0]?.requests ?? []
    }
    const keyOf = async () => (await requests())[0]?.key ?? ''

    test('is added, belongs to the application, and opens nothing else', async () => {
      await ask()
      expect(mail.mock.calls.map(([, { kind }]) => kind)).toEqual(['document_requested'])
      const key = await keyOf()
      // The link of the mail leads to it, and the mail says where the application stands.
      expect(mail.mock.calls[0]?.[1].about).toMatchObject({
        ...{ id, request: key, term: expect.stringMatching(/^(Spring|Summer|Fall) \d{4}$/) },
        checklist: expect.arrayContaining([expect.objectContaining({ title: 'Spring grades', received_at: null })]),
      })
      expect(await requests()).toMatchObject([{ title: 'Spring grades', state: 'waiting', file_name: null }])
      expect((await save({ city: 'Helena' })).body.code).toBe('already_submitted')
      expect((await maya.call('POST', '/api/presigned-url', { answer_key: 'hs_record' })).body.code).toBe(
        'already_submitted',
      )
      await attach(key, 'grades.pdf')
      expect(await requests()).toMatchObject([{ state: 'answered', file_name: 'grades.pdf' }])
      expect(await filesOf(1), proves('4.life.4')).toEqual(['one.pdf', 'grades.pdf'])
      expect(await kinds()).toEqual(['submitted 1', 'corrected 1'])
      expect(Object.keys(Object((await maya.profile()).document_answer))).toEqual(['college_transcript'])
      // It is answered: neither replaced nor deleted.
      expect((await maya.call('POST', '/api/presigned-url', { answer_key: key })).body.code).toBe('request_ended')
      expect((await maya.call('DELETE', `/api/document-answer/${key}`)).body.code).toBe('request_ended')
    })

    test('is told with the application that waits, wherever the account is, until it has come', async () => {
      await ask()
      const key = await keyOf()
      const elsewhere = async () => (await maya.profile()).asked_elsewhere
      expect(await elsewhere()).toEqual([])
      expect((await maya.profile()).requests).toMatchObject([{ key, title: 'Spring grades', state: 'waiting' }])
      await maya.call('POST', '/api/apply-again')
      expect(await maya.profile()).toMatchObject({
        requests: [],
        asked_elsewhere: [{ application_id: id, key, title: 'Spring grades', until: expect.stringMatching(/Z$/) }],
      })
      const own = async () =>
        ((await maya.call('GET', '/api/applications')).body as Reply<'ownApplications'>).applications
      expect((await own()).map(({ checklist }) => checklist[0]?.title)).toEqual([undefined, 'Spring grades'])
      await attach(key, 'grades.pdf')
      expect(await elsewhere()).toEqual([])
      expect((await own())[1]?.checklist).toContainEqual(
        expect.objectContaining({ title: 'Spring grades', received_at: expect.any(String), file_name: 'grades.pdf' }),
      )
    })

    test('is asked for ten times at most, without those whose time is over', async () => {
      for (let times = 0; times < 10; times += 1) expect(await ask()).toEqual({ until: expect.any(Date) })
      expect(await ask()).toMatchObject({ refused: 'too_many_requests_open' })
      await sql`update document_request set until = clock_timestamp() - interval '1 ms' where application_id = ${id}`.execute(
        on.database.db,
      )
      expect(await ask()).toEqual({ until: expect.any(Date) })
    })

    test('can be neither seen nor added by another applicant, nor after its time', async () => {
      await ask()
      const key = await keyOf()
      const other = started.applicant()
      for (const [method, path, body] of [
        ['POST', '/api/presigned-url', { answer_key: key }],
        ['DELETE', `/api/document-answer/${key}`, undefined],
        ['POST', `/api/pdf/document-answer/${key}`, { file_key: 'x', file_name: 'x.pdf' }],
      ] as const)
        expect((await other.call(method, path, body)).body.code).toBe('no_upload_question')
      const file_key = await maya.upload(key, PDF)
      await sql`update document_request set until = clock_timestamp() - interval '1 ms' where application_id = ${id}`.execute(
        on.database.db,
      )
      const late = await maya.call('POST', `/api/pdf/document-answer/${key}`, { file_key, file_name: 'late.pdf' })
      expect(late.body.code).toBe('request_ended')
    })
  })

  describe('an applicant who withdraws', () => {
    test('is told so by mail, closes everything, and tells other systems once', async () => {
      await reopen()
      await save({ city: 'Helena' })
      for (let press = 0; press < 2; press += 1)
        expect((await maya.call('POST', '/api/withdraw', { id, reason: 'Another school.' })).status).toBe(200)
      expect(await maya.profile()).toMatchObject({
        withdrawn_at: expect.stringMatching(/Z$/),
        submission: { version: 1 },
      })
      expect(await kinds()).toEqual(['submitted 1', 'withdrawn 1'])
      expect(mail.mock.calls.map(([, { kind }]) => kind)).toEqual(['reopened', 'withdrawn'])
      // The desk lists them with their outcome.
      const listed = await on.database.db
        .selectFrom('sent_mail')
        .select(['key', 'kind'])
        .where('application_id', '=', id)
        .orderBy('id')
        .execute()
      expect(listed.map(({ kind }) => kind)).toEqual(['reopened', 'withdrawn'])
      expect(mail.mock.calls.map(([, , options]) => options?.once)).toEqual(listed.map(({ key }) => key))
      expect((await maya.profile()).answer).toMatchObject({ city: completeAnswers.city })
      expect(await reopen(), proves('4.life.5')).toMatchObject({ refused: 'withdrawn' })
      expect((await started.applicant().call('POST', '/api/withdraw', { id })).status).toBe(404)
    })
  })

  describe('an account with several applications', () => {
    test('begins another with what does not change, and keeps the first', async () => {
      const other = await maya.call('POST', '/api/apply-again')
      expect(other.status).toBe(200)
      const profile = await maya.profile()
      expect(profile.answer, proves('4.life.6')).toMatchObject({
        first_name: completeAnswers.first_name,
        city: completeAnswers.city,
      })
      for (const key of ['entry_term', 'crime_no', 'college_transcript'])
        expect([key, Object(profile.answer)[key] ?? '']).toEqual([key, ''])
      expect(profile).toMatchObject({ submission: null, document_answer: empty })
      expect(await statuses()).toEqual([])
      // Only when this one is submitted too.
      expect((await maya.call('POST', '/api/apply-again')).body.code).toBe('not_submitted')
      const { applications } = (await maya.call('GET', '/api/applications')).body
      expect(applications).toMatchObject([
        { is_current: true, reference: null },
        { is_current: false, id, version: 1 },
      ])
      expect((await maya.call('POST', '/api/open-application', { id })).status).toBe(200)
      expect(await maya.profile()).toMatchObject({ submission: { version: 1 } })
      expect((await started.applicant().call('POST', '/api/open-application', { id })).status).toBe(404)
    })

    test('erased while it is the current one, the newest earlier one takes its place, and the account goes with the last', async () => {
      await maya.call('POST', '/api/apply-again')
      const current = () =>
        on.database.db.selectFrom('application').select('id').where('account_id', '=', maya.account).executeTakeFirst()
      const second = (await current())?.id ?? ''
      const erase = (which: string) =>
        sql`select erase_application(${which}::uuid, 'list', null, null)`.execute(on.database.db)
      await erase(second)
      expect(await current()).toEqual({ id })
      const users = () => on.database.db.selectFrom('user').select('id').where('id', '=', maya.account).execute()
      expect(await users()).toHaveLength(1)
      await erase(id)
      expect(await users()).toEqual([])
    })

    test('submits one application a term, unless the other one is withdrawn', async () => {
      const submit = async () => (await maya.call('POST', '/api/submit')).body
      await maya.call('POST', '/api/apply-again')
      await save({ ...completeAnswers })
      const taken = { page: 'about', key: 'entry_term', message: expect.stringContaining('withdraw it') }
      expect(await submit(), proves('4.life.7')).toMatchObject({ code: 'incomplete', problems: [taken] })
      expect(await statuses()).toEqual([])
      await save({ entry_term: '202730' })
      const { reference } = await submit()
      expect(reference).toEqual(expect.any(String))
      // The other way round: the first one, opened again, moves to the term of the second.
      await maya.call('POST', '/api/open-application', { id })
      await reopen()
      await save({ entry_term: '202730' })
      expect(await submit()).toMatchObject({ problems: [taken] })
      expect(await kinds()).toEqual(['submitted 1'])
      await maya.call('POST', '/api/withdraw', { id })
      expect((await maya.call('POST', '/api/apply-again')).status).toBe(200)
      await save({ ...completeAnswers })
      expect(await submit()).toMatchObject({ version: 1 })
    })

    test('two who begin another at once begin one', async () => {
      const replies = await Promise.all([1, 2].map(() => maya.call('POST', '/api/apply-again')))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    })
  })
})
