import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { editApplication } from '../../applying/applications/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { type TermNoticeDeps, termNoticesCommand } from './index.ts'
import { dueNotices, sendNotices } from './term-notices.ts'

databasesForTests('notices that a term closes', (on) => {
  let notices: TermNoticeDeps
  let at = new Date()
  const mail = vi.fn<TermNoticeDeps['mail']['enqueue']>(async () => {})
  beforeAll(async () => {
    const institution = { ...readInstitution(on.settings), term_dates: { 202730: { closes: '2027-03-14' } } }
    const jobs = createJobs(on.database, silentLog)
    notices = { database: on.database, institution, mail: { enqueue: mail }, jobs, now: () => at }
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
        about: { id: chosen, term: 'Spring 2027' },
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
    ])
    await expect(termNoticesCommand(notices, [])).rejects.toThrow('--by')
    expect(mail).not.toHaveBeenCalled()
    expect(await termNoticesCommand(notices, ['--by', 'Ada'])).toEqual(['Applicants told that their term closes: 1'])
  })
})
