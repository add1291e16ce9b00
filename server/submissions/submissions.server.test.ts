import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { applicationRoutes } from '../applications/index.ts'
import { openForm, readInstitution } from '../institution/index.ts'
import { openKeyRing } from '../secrets/index.ts'
import { appForTests, completeAnswers as complete, databasesForTests } from '../testing/index.ts'
import { readSubmission, reconcileSubmissions, type Submission, type Submissions, submissionRoutes } from './index.ts'

databasesForTests('submissions', (on) => {
  let server: Awaited<ReturnType<typeof appForTests>>
  let submissions: Submissions
  let accepted: Submission[] = []
  let onAccepted: Submissions['onAccepted']
  let account = ''
  const call = (method: string, path: string, body?: unknown) => server.call(account, method, path, body)

  beforeAll(async () => {
    const institution = readInstitution(on.settings)
    submissions = {
      database: on.database,
      keyRing: openKeyRing(on.settings),
      form: openForm(institution),
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

  test('what is missing comes back as problems of the server’s own verdict, and nothing is accepted', async () => {
    await call('PUT', '/api/answer', { ...complete, register: '' })
    const reply = await call('POST', '/api/submit')
    expect(reply).toMatchObject({ status: 422, body: { code: 'incomplete' } })
    expect(reply.body.problems).toEqual([
      { page: 'final-steps', key: 'register', message: 'Sexual or violent offender registration' },
    ])
    expect(accepted).toEqual([])
  })
  test('a complete application gets a reference number, all statuses and its snapshot, and is told of once', async () => {
    await call('PUT', '/api/answer', complete)
    const { status, body } = await call('POST', '/api/submit')
    expect(status).toBe(200)
    expect(body.reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect(accepted).toMatchObject([{ reference: body.reference, accountId: account }])
    const profile = (await call('GET', '/api/profile')).body
    expect(profile.web_status.map((each: { web_status: string }) => each.web_status)).toEqual([
      'started',
      'validating',
      'submitted',
    ])
    expect(profile.submission).toEqual({ reference: body.reference, submitted_at: '2026-11-21T18:00:00.000Z' })
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
  test('five submits at once and one later are one submission', async () => {
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
  ])('after submission %s %s answers 409 and changes nothing', async (method, path, body) => {
    await call('PUT', '/api/answer', complete)
    await call('POST', '/api/submit')
    expect(await call(method, path, body)).toMatchObject({ status: 409, body: { code: 'already_submitted' } })
    expect((await call('GET', '/api/profile')).body.answer.first_name).toBe('Ada')
  })
  test('when what must follow cannot be asked for, nothing is accepted at all', async () => {
    await call('PUT', '/api/answer', complete)
    onAccepted = async () => {
      throw new Error('The queue is gone.')
    }
    expect((await call('POST', '/api/submit')).status).toBe(500)
    expect((await call('GET', '/api/profile')).body).toMatchObject({ submission: null, web_status: [] })
  })
  test('a submission whose copy or receipt was never asked for is found again', async () => {
    await call('PUT', '/api/answer', complete)
    await call('POST', '/api/submit')
    accepted = []
    await reconcileSubmissions(submissions)
    expect(accepted.filter(({ accountId }) => accountId === account)).toHaveLength(1)
    const id = accepted.find(({ accountId }) => accountId === account)?.applicationId ?? ''
    await on.database.db.insertInto('copy').values({ application_id: id, status: 'COMPLETED' }).execute()
    await on.database.db
      .insertInto('sent_mail')
      .values({ key: `receipt ${id}`, kind: 'receipt', application_id: id })
      .execute()
    accepted = []
    await reconcileSubmissions(submissions)
    expect(accepted.filter(({ accountId }) => accountId === account)).toEqual([])
  })
})
