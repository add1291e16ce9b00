import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webStatuses } from '../../../api/index.ts'
import { type Outline, rowsOf } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { speakIn } from '../../platform/languages/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, languagesOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, completeAnswers as complete, databasesForTests, duringTransaction } from '../../testing/index.ts'
import { applicationRoutes } from '../applications/index.ts'
import {
  readSubmission,
  reconcileSubmissions,
  type SubmissionDeps,
  submissionRoutes,
  submitApplication,
} from './index.ts'
import type { Submission } from './submission-deps.ts'

databasesForTests('submissions', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let submissions: SubmissionDeps
  let accepted: Submission[] = []
  let onAccepted: SubmissionDeps['onAccepted']
  let account = ''
  const call = (method: string, path: string, body?: unknown) => server.call(account, method, path, body)

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    submissions = {
      database: on.database,
      keyRing: createKeyRing(on.settings),
      form: formOf(institution),
      institution,
      now: () => new Date('2026-11-21T18:00:00Z'),
      onAccepted: (transaction, submission) => onAccepted(transaction, submission),
    }
    server = await appForTests(on.settings, (app) => {
      applicationRoutes(app, submissions)
      submissionRoutes(app, submissions)
    })
  })
  afterAll(() => server.close())
  beforeEach(() => {
    account = randomUUID()
    accepted = []
    onAccepted = async (_, submission) => void accepted.push(submission)
  })

  describe('each status of an application, and each status posted to it', () => {
    const states = ['none', 'started', 'validating', 'submitted'] as const
    type State = (typeof states)[number]
    /** The reply and the state afterwards: only forward, repeating has no effect, and only a submission submits. */
    const moves: Readonly<Record<State, Readonly<Record<Exclude<State, 'none'>, readonly [number, string, State]>>>> = {
      none: {
        started: [200, 'ok', 'started'],
        validating: [200, 'ok', 'validating'],
        submitted: [409, 'only_submit_submits', 'none'],
      },
      started: {
        started: [200, 'ok', 'started'],
        validating: [200, 'ok', 'validating'],
        submitted: [409, 'only_submit_submits', 'started'],
      },
      validating: {
        started: [409, 'not_forward', 'validating'],
        validating: [200, 'ok', 'validating'],
        submitted: [409, 'only_submit_submits', 'validating'],
      },
      submitted: {
        started: [409, 'already_submitted', 'submitted'],
        validating: [409, 'already_submitted', 'submitted'],
        submitted: [200, 'ok', 'submitted'],
      },
    }
    const entries = async (): Promise<readonly string[]> => {
      const { web_status } = (await call('GET', '/api/profile')).body
      return web_status.map((each: { web_status: string }) => each.web_status)
    }
    const reach = async (state: State) => {
      if (state === 'submitted') {
        await call('PUT', '/api/answer', complete)
        await call('POST', '/api/submit')
      } else if (state !== 'none') await call('POST', '/api/web-status', { web_status: state })
    }
    const pairs = states.flatMap((state) => webStatuses.map((event) => [state, event] as const))

    test.each(pairs)('%s, posted %s', async (state, event) => {
      const [status, code, after] = moves[state][event]
      await reach(state)
      const before = await entries()
      // Twice: repeating a call whose reply was lost has the same result.
      for (const repeated of [false, true]) {
        const reply = await call('POST', '/api/web-status', { web_status: event })
        const outcome = [repeated, reply.status, reply.body.code ?? 'ok']
        expect(outcome, proves('7.web-status.1')).toEqual([repeated, status, code])
      }
      // Every earlier state is listed once, because the profile counts distinct entries (requirement 4.status.2).
      expect(await entries(), proves('4.status.1')).toEqual(webStatuses.slice(0, states.indexOf(after)))
      expect(before).toEqual(webStatuses.slice(0, states.indexOf(state)))
    })
    test.each(['finished', '', 'none', 'STARTED', null, 3])('%j is not a status', async (web_status) => {
      expect(await call('POST', '/api/web-status', { web_status })).toMatchObject({
        status: 400,
        body: { code: 'malformed' },
      })
      expect(await entries()).toEqual([])
    })
    test('statuses posted at the same moment are stored once each', async () => {
      const events = ['started', 'validating', 'started', 'validating', 'started']
      await Promise.all(events.map((web_status) => call('POST', '/api/web-status', { web_status })))
      expect(await entries()).toEqual(['started', 'validating'])
    })
  })

  describe('an applicant transfers from another school, to earn a degree or for courses alone', () => {
    test.each([
      ['who wants a degree', { degree_nondegree: 'DS', applied_major: 'GEOL' }],
      ['who wants no degree', { degree_nondegree: 'ND' }],
    ])('one %s is accepted, and the snapshot says which', async (_, sought) => {
      await call('PUT', '/api/answer', { ...complete, ...sought })
      const { status, body } = await call('POST', '/api/submit')
      expect([status, accepted]).toEqual([200, [expect.objectContaining({ reference: body.reference })]])
      const stored = await readSubmission(on.database.db, submissions.keyRing, accepted[0]?.applicationId ?? '')
      expect(stored?.snapshot.application.answer, proves('1.audience.1')).toMatchObject(sought)
    })
    test.each([
      ['who has attended no school', { college_name: '' }, 'college_name'],
      ['who does not answer that', { degree_nondegree: '' }, 'degree_nondegree'],
    ])('an applicant %s gets the missing answers', async (_, unsaid, key) => {
      await call('PUT', '/api/answer', { ...complete, ...unsaid })
      const { status, body } = await call('POST', '/api/submit')
      const keys = body.problems.map((problem: { key: string }) => problem.key)
      expect([status, keys], proves('1.audience.1')).toEqual([422, [key]])
    })
  })

  describe('an applicant who reads Spanish', () => {
    const submit = () => {
      const { institution } = submissions // which offers Spanish
      return speakIn(languagesOf(institution).wordsOf('es'), () => submitApplication(submissions, account))
    }
    const rowsIn = (outline: Outline | undefined) => outline?.pages.flatMap(({ items }) => rowsOf(items)) ?? []

    test('signs what was read, with the statements in both languages; the office has it in English', async () => {
      await call('PUT', '/api/answer', complete)
      expect(await submit()).toMatchObject({ version: 1 })
      const id = accepted[0]?.applicationId ?? ''
      const row = await on.database.db.selectFrom('submission').select('language').where('application_id', '=', id)
      expect(await row.executeTakeFirst()).toEqual({ language: 'es' })
      const { outline, read } = (await readSubmission(on.database.db, submissions.keyRing, id))?.snapshot ?? {}
      expect(read?.language).toBe('es')
      expect(rowsIn(read?.outline).map(({ key }) => key)).toEqual(rowsIn(outline).map(({ key }) => key))
      const labels = (of: Outline | undefined) => rowsIn(of).find(({ key }) => key === 'certify_checkbox')
      expect(labels(outline)?.label).toMatch(/^I certify that everything/)
      expect(labels(read?.outline)).toMatchObject({
        label: expect.stringMatching(/^Certifico que/),
        english: labels(outline)?.label,
      })
      expect(rowsIn(outline).find(({ key }) => key === 'certify_checkbox')).not.toHaveProperty('english')
    })

    test('gets what is missing in Spanish', async () => {
      await call('PUT', '/api/answer', { ...complete, certify_checkbox: '' })
      const problem = { key: 'certify_checkbox', message: 'Firma: sus respuestas están completas y son verdaderas' }
      expect(await submit()).toMatchObject({ refused: 'incomplete', details: { problems: [problem] } })
    })
  })

  describe('the problems that a browser posts are only a report', () => {
    test('an empty report does not let an incomplete application be submitted', async () => {
      await call('PUT', '/api/answer', { ...complete, register: '' })
      expect((await call('POST', '/api/validations', {})).status).toBe(200)
      expect(await call('POST', '/api/submit')).toMatchObject({ status: 422, body: { code: 'incomplete' } })
    })
    test('a report does not stop a complete application', async () => {
      await call('PUT', '/api/answer', complete)
      expect((await call('POST', '/api/validations', { register: ['Made up.'] })).status).toBe(200)
      expect((await call('POST', '/api/submit')).status).toBe(200)
    })
    test('the payload of a submit is ignored', async () => {
      await call('PUT', '/api/answer', { ...complete, register: '' })
      const made = { problems: [], web_status: 'submitted', answer: complete }
      expect((await call('POST', '/api/submit', made)).status).toBe(422)
    })
  })

  test("missing answers are reported by the server's own validation, and nothing is accepted", async () => {
    await call('PUT', '/api/answer', { ...complete, register: '' })
    const reply = await call('POST', '/api/submit')
    expect(reply).toMatchObject({ status: 422, body: { code: 'incomplete' } })
    expect(reply.body.problems).toEqual([
      {
        page: 'final-steps',
        key: 'register',
        message: 'Please answer the question about registration as an offender.',
      },
    ])
    expect(accepted).toEqual([])
  })
  test('a complete application gets a reference number, all statuses and its snapshot, and is announced once', async () => {
    await call('PUT', '/api/answer', complete)
    const { status, body } = await call('POST', '/api/submit')
    expect(status).toBe(200)
    expect(body.message).toBe('Your application was successfully submitted.')
    expect(body.reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect(accepted, proves('7.submit.1')).toMatchObject([{ reference: body.reference, accountId: account }])
    const profile = (await call('GET', '/api/profile')).body
    const statuses = profile.web_status.map((each: { web_status: string }) => each.web_status)
    expect(statuses, proves('4.status.10')).toEqual(['started', 'validating', 'submitted'])
    expect(profile.submission).toEqual({
      ...{ reference: body.reference, submitted_at: '2026-11-21T18:00:00.000Z', version: 1 },
    })
    const id = accepted[0]?.applicationId ?? ''
    const stored = await readSubmission(on.database.db, submissions.keyRing, id)
    expect(stored?.snapshot.application.answer).toMatchObject({ ...complete, country_desc: 'United States' })
    expect(stored?.snapshot.outline.pages.map((page) => page.title)).toEqual([
      'Personal Info',
      'Academic History',
      'Submit',
    ])
    const { rows } = await sql<{ text: string }>`select snapshot::text as text from submission`.execute(on.database.db)
    expect(rows.map(({ text }) => text).join()).not.toMatch(/501-55|Helena College|1 Main Street|ada@mail/)
  })
  test('five submits at once and one later make one submission', async () => {
    await call('PUT', '/api/answer', complete)
    const replies = await Promise.all(Array.from({ length: 5 }, () => call('POST', '/api/submit')))
    const references = new Set([...replies, await call('POST', '/api/submit')].map(({ body }) => body.reference))
    expect(references.size).toBe(1)
    expect(accepted).toHaveLength(1)
  })
  test.each([
    ['PUT', '/api/answer', { first_name: 'Eve' }],
    ['PUT', '/api/add-another', { button_id: 'colleges', num_components: 2 }],
    ['POST', '/api/web-status', { web_status: 'validating' }],
  ])('after submission %s %s gets 409 and changes nothing', async (method, path, body) => {
    await call('PUT', '/api/answer', complete)
    await call('POST', '/api/submit')
    expect(await call(method, path, body)).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect((await call('GET', '/api/profile')).body.answer.first_name).toBe('Ada')
  })
  test('if the PDF or the receipt cannot be requested, nothing is accepted', async () => {
    await call('PUT', '/api/answer', complete)
    onAccepted = async () => {
      throw new Error('The queue is gone.')
    }
    expect((await call('POST', '/api/submit')).status).toBe(500)
    expect((await call('GET', '/api/profile')).body).toMatchObject({ submission: null, web_status: [] })
  })
  test('a submission without a PDF or receipt is found later', async () => {
    await call('PUT', '/api/answer', complete)
    await call('POST', '/api/submit')
    accepted = []
    await reconcileSubmissions(submissions)
    expect(accepted.filter(({ accountId }) => accountId === account)).toHaveLength(1)
    const id = accepted.find(({ accountId }) => accountId === account)?.applicationId ?? ''
    await on.database.db.insertInto('application_pdf').values({ application_id: id, status: 'COMPLETED' }).execute()
    await on.database.db
      .insertInto('sent_mail')
      .values({ key: `receipt ${id}`, kind: 'receipt', application_id: id })
      .execute()
    accepted = []
    await reconcileSubmissions(submissions)
    expect(accepted.filter(({ accountId }) => accountId === account)).toEqual([])
  })
  test('one submission whose PDF cannot be requested keeps no other one from it', async () => {
    const submitted: string[] = []
    for (let person = 0; person < 3; person += 1) {
      account = randomUUID()
      submitted.push(account)
      await call('PUT', '/api/answer', complete)
      await call('POST', '/api/submit')
    }
    const requested = new Set<string>()
    onAccepted = async (_, { accountId }) => {
      if (accountId === submitted[0] || accountId === submitted[1]) throw new Error('Something is wrong with it.')
      requested.add(accountId)
    }
    await expect(reconcileSubmissions(submissions)).rejects.toThrow(/^2 of \d+ submissions/)
    expect(requested).toContain(submitted[2])
  })

  describe('a term that closes', () => {
    let now = new Date()
    let dated: Awaited<ReturnType<typeof appForTests>>
    const LAST = '2026-11-16T06:59:59.999Z'
    const AFTER = '2026-11-16T07:00:00.000Z'
    const submit = (at: string) => {
      now = new Date(at)
      return dated.call(account, 'POST', '/api/submit')
    }
    /** Presses Submit for the first time. */
    const validatedAt = (at: string) => {
      now = new Date(at)
      return dated.call(account, 'POST', '/api/web-status', { web_status: 'validating' })
    }

    beforeAll(async () => {
      const term_dates = { [complete.entry_term]: { closes: '2026-11-15' }, 202750: { closes: '2026-11-14' } }
      const institution = { ...submissions.institution, term_dates }
      const parts = { ...submissions, institution, now: () => now }
      dated = await appForTests(on.settings, (app) => {
        applicationRoutes(app, parts)
        submissionRoutes(app, parts)
      })
    })
    afterAll(() => dated.close())
    beforeEach(() => call('PUT', '/api/answer', complete))

    test('takes an application in its last second', async () => {
      expect((await submit(LAST)).status, proves('4.terms.3')).toBe(200)
      expect((await submit(AFTER)).status).toBe(200) // the receipt again
    })
    test('refuses it afterwards by a sentence that names the date, and marks the question', async () => {
      const message = 'Fall 2027 closed on November 15, 2026. Please choose another term.'
      expect(await submit(AFTER), proves('4.terms.3')).toMatchObject({
        status: 409,
        body: { code: 'closed_term', message, problems: [{ page: 'about', key: 'entry_term', message }] },
      })
      expect(accepted).toEqual([])
      await call('PUT', '/api/answer', { entry_term: '202730' })
      expect((await submit(AFTER)).status).toBe(200)
    })
    test('takes it again from whoever was refused, once an operator has moved the day after an outage', async () => {
      expect((await submit(AFTER)).body.code).toBe('closed_term')
      const term_dates = { [complete.entry_term]: { closes: '2026-11-16' } }
      const parts = { ...submissions, institution: { ...submissions.institution, term_dates }, now: () => now }
      const moved = await appForTests(on.settings, (app) => submissionRoutes(app, parts))
      expect((await moved.call(account, 'POST', '/api/submit')).status).toBe(200)
      await moved.close()
    })
    test('takes a correction of what was signed for it, and not a move to another that has closed', async () => {
      expect((await submit(LAST)).status).toBe(200)
      await sql`with person as (
          insert into staff_person (issuer, subject, name, role)
          values ('test', ${account}, 'June Hale', 'processor') returning id
        )
        insert into reopening (application_id, version, until, reason, made_by)
        select application.id, 1, clock_timestamp() + interval '1 day', 'A test.', person.id from application, person
        where account_id = ${account}`.execute(on.database.db)
      await call('PUT', '/api/answer', { entry_term: '202750' })
      expect((await submit(AFTER)).status).toBe(409)
      await call('PUT', '/api/answer', { entry_term: complete.entry_term })
      expect((await submit(AFTER)).body).toMatchObject({ version: 2 })
    })
    test('names what is missing too', async () => {
      await call('PUT', '/api/answer', { first_name: '' })
      const { problems } = (await submit(AFTER)).body
      expect(problems.map(({ key }: { key: string }) => key)).toEqual(['entry_term', 'first_name'])
    })
    test('gives whoever was being validated 24 hours more', async () => {
      await validatedAt(LAST)
      expect((await submit('2026-11-17T07:00:00.000Z')).body.code, proves('4.terms.4')).toBe('closed_term')
      expect((await submit('2026-11-17T06:59:59.999Z')).status, proves('4.terms.4')).toBe(200)
    })
    test('gives them to whoever pressed Submit in time and had to wait', async () => {
      await duringTransaction(
        on.database.db,
        (transaction) =>
          transaction
            .selectFrom('application')
            .select('id')
            .where('account_id', '=', account)
            .forUpdate()
            .executeTakeFirstOrThrow(),
        () => validatedAt(LAST),
        async () => {
          now = new Date(AFTER)
        },
      )
      expect((await submit(AFTER)).status, proves('4.terms.4')).toBe(200)
    })
    test('gives nothing to whoever was validated only after it had closed', async () => {
      await validatedAt(AFTER)
      expect((await submit(AFTER)).body.code).toBe('closed_term')
    })
  })
})
