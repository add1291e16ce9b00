import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type ApplicationPdfDeps,
  createPdfRenderer,
  definePdfJob,
  requestPdf,
} from '../../documents/application-pdf/index.ts'
import { createJobs, type Jobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { createMail } from '../../running/mail/index.ts'
import {
  appForTests,
  attach,
  completeAnswers,
  databasesForTests,
  impatientJobs,
  type SmtpForTests,
  silentLog,
  startSmtp,
} from '../../testing/index.ts'
import { applicationRoutes, editApplication } from '../applications/index.ts'
import { reconcileSubmissions, type SubmissionDeps, sendReceipt, submissionRoutes } from './index.ts'

const documented = { ...completeAnswers, us_citizen: 'N', citizenship: 'NOR', perm_resident: 'N' }
const files = {
  stopintl_copy: { file_name: 'Zoë visa.pdf', file_size: 12_345 },
  // Left over from a tab that was changed: not part of what was submitted.
  hs_record: { file_name: 'old.pdf', file_size: 1 },
}

databasesForTests('after submitting', (on) => {
  const renderer = createPdfRenderer()
  let jobs: Jobs
  let submissions: SubmissionDeps
  let server: Awaited<ReturnType<typeof appForTests>>
  let smtp: SmtpForTests
  let account = ''
  let whileAccepting = () => {}

  beforeAll(async () => {
    const { settings, database } = on
    smtp = await startSmtp()
    const institution = readInstitution(settings)
    const [keyRing, form, now] = [
      createKeyRing(settings),
      formOf(institution),
      () => new Date('2026-11-21T18:00:00Z'),
    ] as const
    jobs = impatientJobs(createJobs(database, silentLog))
    const mail = createMail({
      database,
      settings: { ...settings, smtpUrl: smtp.url },
      institution,
      jobs,
      keyRing,
      log: silentLog,
    })
    const storage = await createStorage(settings, keyRing, now, randomUUID())
    const pdfSealer = async () => keyRing
    const applicationPdfs: ApplicationPdfDeps = {
      ...{ database, keyRing, pdfSealer, storage },
      ...{ form, institution, jobs, renderer, now, settings },
    }
    submissions = {
      database,
      keyRing,
      form,
      institution,
      now,
      onAccepted: async (transaction, submission) => {
        await requestPdf(applicationPdfs, transaction, submission)
        await sendReceipt({ mail, keyRing, form }, transaction, submission)
        whileAccepting()
      },
    }
    definePdfJob(applicationPdfs)
    await jobs.start()
    server = await appForTests(settings, (app) => {
      applicationRoutes(app, submissions)
      submissionRoutes(app, submissions)
    })
  })
  afterAll(async () => {
    await server.close()
    await jobs.stop()
    await renderer.close()
    await smtp.stop()
  })

  /** An account whose application is ready to submit, with one document. */
  beforeEach(async () => {
    account = randomUUID()
    whileAccepting = () => {}
    const { db } = on.database
    await db
      .insertInto('user')
      .values({ id: account, name: '', email: `${account}@mail.example`, emailVerified: true })
      .execute()
    await server.call(account, 'PUT', '/api/answer', documented)
    // The state that a finished upload leaves.
    await editApplication(submissions, account, async ({ write }) => write({ stopintl_copy: 'ANSWERED' }))
    await attach(db, account, files)
  })

  const submit = () => server.call(account, 'POST', '/api/submit')
  const mine = () => smtp.received.filter(({ to }) => to.includes(`${account}@mail.example`))
  const jobsOf = async (queue: string) =>
    (await sql<{ id: string }>`select id from pgboss.job where name = ${queue}`.execute(on.database.db)).rows.length
  const rowsOf = async (table: 'submission' | 'application_pdf' | 'sent_mail' | 'web_status') => {
    const { db } = on.database
    const ours = db.selectFrom('application').select('id').where('account_id', '=', account)
    return (await db.selectFrom(table).select('application_id').where('application_id', 'in', ours).execute()).length
  }

  test('a receipt by mail: reference, date and time with zone, and each document with its question', async () => {
    const { status, body } = await submit()
    expect(status).toBe(200)
    await vi.waitFor(() => expect(mine()).toHaveLength(1), { timeout: 30_000 })
    const receipt = await PostalMime.parse(mine()[0]?.raw ?? '')
    expect(receipt.subject).toBe(`We have received your Fall 2027 application (${body.reference})`)
    for (const part of [receipt.text, receipt.html]) {
      expect(part).toContain(body.reference)
      expect(part).toContain('November 21, 2026 at 11:00 AM MST')
      expect(part).toContain('Visa or immigration document: Received November 21, 2026: Zoë visa.pdf')
      expect(part).not.toContain('old.pdf')
    }
  })

  test('repeated submits, at once, in two sessions or after a lost reply, have one result', async () => {
    const [mails, pdfs] = [await jobsOf('mail'), await jobsOf('make-application-pdf')]
    // The first reply never arrives: the client disconnects while the server is still accepting.
    const gone = new AbortController()
    whileAccepting = () => gone.abort()
    const headers = { 'content-type': 'application/json', 'x-test-account': account }
    const asked = fetch(`${server.address}/api/submit`, { method: 'POST', headers, signal: gone.signal })
    const lost = expect(asked).rejects.toThrow('abort')
    const replies = await Promise.all([submit(), submit(), submit(), submit()])
    await lost
    const all = [...replies, await submit()]
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(new Set(all.map(({ body }) => `${body.reference} ${body.submitted_at}`)).size).toBe(1)
    await reconcileSubmissions(submissions)
    await vi.waitFor(() => expect(mine()).toHaveLength(1), { timeout: 30_000 })
    expect({
      submissions: await rowsOf('submission'),
      pdfs: await rowsOf('application_pdf'),
      receipts: await rowsOf('sent_mail'),
      statuses: await rowsOf('web_status'),
      mailJobs: (await jobsOf('mail')) - mails,
      pdfJobs: (await jobsOf('make-application-pdf')) - pdfs,
    }).toEqual({ submissions: 1, pdfs: 1, receipts: 1, statuses: 3, mailJobs: 1, pdfJobs: 1 })
  })

  test('a mail server that is down delays no applicant, and the receipt is sent when it is back', async () => {
    await smtp.stop()
    const { status, body } = await submit()
    expect(status).toBe(200)
    expect((await server.call(account, 'GET', '/api/profile')).body.submission.reference).toBe(body.reference)
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select id from pgboss.job where name = 'mail' and state = 'retry'`.execute(
          on.database.db,
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000 },
    )
    smtp = await startSmtp(smtp.port)
    await vi.waitFor(() => expect(mine()).toHaveLength(1), { timeout: 30_000 })
    expect(mine()[0]?.raw).toContain(body.reference)
  })

  test('a PDF that cannot be made affects neither the submission nor the receipt', async () => {
    await renderer.close() // from now on every PDF fails
    const { status, body } = await submit()
    expect(status).toBe(200)
    await vi.waitFor(() => expect(mine()).toHaveLength(1), { timeout: 30_000 })
    expect((await submit()).body.reference).toBe(body.reference)
  })

  const receiptRow = async () => {
    const row = on.database.db
      .selectFrom('sent_mail')
      .where('account_id', '=', account)
      .select(['sent_at', 'refused_at', 'refused_status', 'enqueued_at'])
    return row.executeTakeFirstOrThrow()
  }

  test('the row of a receipt records when the mail server accepted it', async () => {
    await submit()
    await vi.waitFor(async () => expect((await receiptRow()).sent_at).toBeInstanceOf(Date), { timeout: 30_000 })
    expect(mine()).toHaveLength(1)
    expect(await receiptRow()).toMatchObject({ refused_at: null, refused_status: null })
  })

  test('a receipt whose job was lost is found and sent, once', async () => {
    await smtp.stop()
    await submit()
    await sql`delete from pgboss.job where name = 'mail'`.execute(on.database.db)
    smtp = await startSmtp(smtp.port)
    await reconcileSubmissions(submissions)
    expect(await jobsOf('mail')).toBe(0)
    await sql`update sent_mail set enqueued_at = '2026-01-01' where sent_at is null`.execute(on.database.db)
    for (const _ of [1, 2, 3]) await reconcileSubmissions(submissions)
    await vi.waitFor(async () => expect((await receiptRow()).sent_at).toBeInstanceOf(Date), { timeout: 30_000 })
    expect(mine()).toHaveLength(1)
    await sql`update sent_mail set enqueued_at = '2026-01-01'`.execute(on.database.db)
    expect(await reconcileSubmissions(submissions)).toBe(0)
  })

  test('a permanently refused receipt is recorded with its status, and not requested again', async () => {
    await smtp.stop()
    const gone = Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 })
    smtp = await startSmtp(smtp.port, { [`${account}@mail.example`]: gone })
    await submit()
    await vi.waitFor(async () => expect((await receiptRow()).refused_at).toBeInstanceOf(Date), { timeout: 30_000 })
    expect(await receiptRow()).toMatchObject({ sent_at: null, refused_status: 550 })
    await sql`update sent_mail set enqueued_at = '2026-01-01'`.execute(on.database.db)
    expect(await reconcileSubmissions(submissions)).toBe(0)
  })
})
