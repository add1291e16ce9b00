import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { editApplication } from '../../applying/applications/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, databasesForTests, silentLog } from '../../testing/index.ts'
import { stopReminderRoutes, type TermNoticeDeps, termNoticesCommand } from './index.ts'
import { remindOfDrafts, restingDrafts } from './resting-drafts.ts'
import { dueNotices, sendNotices } from './term-notices.ts'

databasesForTests('notices that a term closes', (on) => {
  let notices: TermNoticeDeps
  let at = new Date()
  const mail = vi.fn<TermNoticeDeps['mail']['enqueue']>(async () => {})
  beforeAll(async () => {
    const institution = { ...readInstitution(on.settings), term_dates: { 202730: { closes: '2027-03-14' } } }
    const jobs = createJobs(on.database, silentLog)
    const keyRing = createKeyRing(on.settings)
    const baseUrl = 'https://apply.bridger.example'
    notices = { database: on.database, institution, mail: { enqueue: mail }, keyRing, baseUrl, jobs, now: () => at }
    await jobs.start({ only: 'enqueue' })
  })
  afterAll(() => notices.jobs.stop())
  beforeEach(async () => {
    mail.mockReset()
    at = SATURDAY
    await sql`select erase_application(id, 'list', null, null) from application`.execute(on.database.db)
  })

  // The term closes with Sunday, an hour shorter because the clocks change.
  const SATURDAY = new Date('2027-03-13T18:00:00Z')

  async function applicant(entry_term: string): Promise<string> {
    const { institution, database, now } = notices
    const account = randomUUID()
    const user = { id: account, name: '', email: `${account}@mail.example`, emailVerified: true, image: null }
    await database.db
      .insertInto('user')
      .values({ ...user, updatedAt: at })
      .execute()
    const applications = { database, institution, now, keyRing: createKeyRing(on.settings), form: formOf(institution) }
    return String(
      await editApplication(applications, account, async (edited) => {
        edited.write({ entry_term })
        return edited.id
      }),
    )
  }
  const submitted = (id: string) =>
    sql`insert into submission (application_id, reference, form_version, snapshot)
    values (${id}::uuid, ${id.slice(0, 9)}, '1', '{}')`.execute(on.database.db)
  const run = async () => sendNotices(notices, await dueNotices(notices))

  test('go to those who have chosen it and not submitted, once, and say when it closes', async () => {
    const chosen = await applicant('202730')
    await applicant('202770')
    await submitted(await applicant('202730'))
    expect((await dueNotices(notices)).map(({ id }) => id)).toEqual([chosen])
    expect([await run(), await run()], proves('4.terms.5')).toEqual([1, 0])
    expect(mail).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({
        kind: 'term_closes',
        values: { term: 'Spring 2027', closes_at: '2027-03-15T05:59:00.000Z' },
        about: { id: chosen, term: 'Spring 2027', stop_link: expect.stringContaining(`/reminders/${chosen}/`) },
      }),
      { once: `term closes ${chosen} 202730` },
    )
  })

  test.each([
    ['not before', '2027-03-13T05:59:59.999Z', 0],
    ['from two days before', '2027-03-13T06:00:00.000Z', 1],
    ['until it closes', '2027-03-15T05:59:59.999Z', 1],
    ['and not once it has', '2027-03-15T06:00:00.000Z', 0],
  ])('%s', async (_, now, count) => {
    await applicant('202730')
    at = new Date(now)
    expect(await run()).toBe(count)
  })

  test('two runs at once tell everybody once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => applicant('202730')))
    const due = await dueNotices(notices)
    const [some, others] = await Promise.all([sendNotices(notices, due), sendNotices(notices, due)])
    expect(some + others, proves('4.terms.5')).toBe(5)
    expect(mail).toHaveBeenCalledTimes(5)
  })

  test('are not lost if a mail cannot be taken', async () => {
    await applicant('202730')
    mail.mockRejectedValueOnce(new Error('The queue is away.'))
    await expect(run()).rejects.toThrow('away')
    expect([await run(), await run()]).toEqual([1, 0])
  })

  test('leave out who has submitted, or chosen another term, since the look', async () => {
    const [one, other] = [await applicant('202730'), await applicant('202730')]
    const due = await dueNotices(notices)
    await submitted(one)
    await sql`update application_index set term = '202770' where application_id = ${other}::uuid`.execute(
      on.database.db,
    )
    expect(await sendNotices(notices, due)).toBe(0)
    expect(mail).not.toHaveBeenCalled()
  })

  test('a dry run names the applications and tells nobody', async () => {
    const id = await applicant('202730')
    expect(await termNoticesCommand(notices, ['--dry-run']), proves('4.terms.5')).toEqual([
      'Applicants who would be told that their term closes: 1',
      `${id} 202730`,
      'Applicants who would be reminded of a draft: 0',
    ])
    await expect(termNoticesCommand(notices, [])).rejects.toThrow('--by')
    expect(mail).not.toHaveBeenCalled()
    expect(await termNoticesCommand(notices, ['--by', 'Ada'])).toEqual([
      'Applicants told that their term closes: 1',
      'Applicants reminded of a draft: 0',
    ])
  })

  const rest = async (id: string, days: number) => {
    const before = new Date(at.getTime() - days * 86_400_000)
    await sql`update application set updated_at = ${before} where id = ${id}::uuid`.execute(on.database.db)
  }
  const resting = async (days: number, term = '') => {
    const id = await applicant(term)
    await rest(id, days)
    return id
  }
  const remind = async () => remindOfDrafts(notices, await restingDrafts(notices))
  const kinds = () => mail.mock.calls.map(([, { kind }]) => kind)

  test.each([
    [6.9, 0],
    [7.1, 1],
    [13.9, 1],
    [14.1, 0],
  ])('a draft that has rested for %s days is reminded of %s times', async (days, count) => {
    const id = await resting(days)
    expect([await remind(), await remind()]).toEqual([count, 0])
    if (count > 0)
      expect(mail).toHaveBeenCalledExactlyOnceWith(
        expect.anything(),
        expect.objectContaining({ kind: 'draft_rests', about: expect.objectContaining({ id, term: '' }) }),
        { once: `draft rests ${id}` },
      )
  })

  test('somebody who has logged in since, submitted, is held, or will lose the draft is not reminded of it', async () => {
    const [seen, signed, held, ending] = [await resting(8), await resting(8), await resting(8), await resting(8)]
    const left = await resting(8)
    const due = await restingDrafts(notices)
    expect(due).toHaveLength(5)
    const { db } = on.database
    await sql`insert into successful_login (account_id, at)
      select account_id, ${at} from application where id = ${seen}::uuid`.execute(db)
    await submitted(signed)
    await sql`with june as (
        insert into staff_person (issuer, subject, name, role) values ('desk', 'june', 'June', 'steward') returning id
      ) insert into hold (application_id, reason, made_by) select ${held}::uuid, 'A court asks.', id from june`.execute(
      db,
    )
    await sql`insert into sent_mail (key, kind, application_id) values (${ending}, 'draft_ends', ${ending}::uuid)`.execute(
      db,
    )
    expect((await restingDrafts(notices)).map(({ id }) => id)).toEqual([left])
    expect(await remindOfDrafts(notices, due), 'nor if it happened since the look').toBe(1)
  })

  test('an erased draft is not reminded of', async () => {
    await resting(8)
    const due = await restingDrafts(notices)
    await sql`select erase_application(id, 'list', null, null) from application`.execute(on.database.db)
    expect([await remindOfDrafts(notices, due), await remind()]).toEqual([0, 0])
  })

  test('the days are the university’s, and without reminders nobody has one', async () => {
    await resting(4, '202730')
    const few = { ...notices, institution: { ...notices.institution, reminders: { draft_days: 3 } } }
    expect(await restingDrafts(few)).toHaveLength(1)
    const none = { ...notices, institution: { ...notices.institution, reminders: false as const } }
    expect([await restingDrafts(none), await dueNotices(none)]).toEqual([[], []])
  })

  test('two reminders go out about one application at most, of both kinds together', async () => {
    const id = await resting(8, '202730')
    expect([await remind(), await run()]).toEqual([1, 1])
    // The term is another one, which closes too.
    await sql`delete from sent_mail where key = ${`term closes ${id} 202730`}`.execute(on.database.db)
    await sql`insert into sent_mail (key, kind, application_id) values (${`other ${id}`}, 'term_closes', ${id}::uuid)`.execute(
      on.database.db,
    )
    expect([await remind(), await run(), kinds()]).toEqual([0, 0, ['draft_rests', 'term_closes']])
  })

  test('two runs of both kinds at once never send a third', async () => {
    const id = await resting(8, '202730')
    await sql`insert into sent_mail (key, kind, application_id) values (${`first ${id}`}, 'term_closes', ${id}::uuid)`.execute(
      on.database.db,
    )
    const [drafts, terms] = [await restingDrafts(notices), await dueNotices(notices)]
    const [some, others] = await Promise.all([remindOfDrafts(notices, drafts), sendNotices(notices, terms)])
    expect(some + others).toBe(1)
  })

  test('nobody is reminded while the mail server refuses what we send, and later they are', async () => {
    await resting(8, '202730')
    await sql`insert into sent_mail (key, kind, blocked_at, reply)
      select 'blocked', 'receipt', clock_timestamp(), '550 5.7.1'`.execute(on.database.db)
    expect([await remind(), await run()]).toEqual([0, 0])
    await sql`delete from sent_mail where key = 'blocked'`.execute(on.database.db)
    expect([await remind(), await run()]).toEqual([1, 1])
  })

  test('opening the link of a reminder stops nothing; one press, or the POST of a mail program, stops them', async () => {
    const { app, close } = await appForTests(on.settings, async (app) => {
      await app.register((inner) => stopReminderRoutes(inner, notices))
    })
    const id = await resting(8, '202730')
    const other = await resting(8)
    await run()
    const link = new URL(mail.mock.calls[0]?.[1].about?.stop_link ?? '')
    const opened = await app.inject({ url: link.pathname })
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(opened.body).toContain('<form method="post"><button>Stop reminders</button></form>')
    expect(opened.headers['content-security-policy']).toContain("form-action 'self'")
    expect((await restingDrafts(notices)).map((each) => each.id).sort()).toEqual([id, other].sort())

    const post = (url: string) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
        payload: 'List-Unsubscribe=One-Click',
      })
    const forged = link.pathname.replace(id, other)
    expect([(await post(forged)).statusCode, (await app.inject({ url: forged })).statusCode]).toEqual([404, 404])
    expect([(await post(link.pathname)).statusCode, (await post(link.pathname)).statusCode]).toEqual([200, 200])
    expect((await restingDrafts(notices)).map((each) => each.id)).toEqual([other])
    await sql`delete from sent_mail`.execute(on.database.db)
    expect(await run(), 'stopped is stopped').toBe(0)

    await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(on.database.db)
    expect((await post(link.pathname)).statusCode, 'no hint that it is gone').toBe(200)
    at = new Date(at.getTime() + 401 * 86_400_000)
    expect((await post(link.pathname)).statusCode).toBe(404)
    await close()
  })
})
