import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { editApplication } from '../../applying/applications/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import { createMail } from '../../running/mail/index.ts'
import {
  databasesForTests,
  impatientJobs,
  PATIENCE,
  type SmtpForTests,
  silentLog,
  startSmtp,
} from '../../testing/index.ts'
import { type ErasureDeps, retentionCommand } from './index.ts'
import { erasuresOn } from './testing/index.ts'

databasesForTests('owners of drafts whom no mail reaches', (on) => {
  const answers: Record<string, Error> = {}
  let [erasures, smtp]: [ErasureDeps | undefined, SmtpForTests | undefined] = [undefined, undefined]
  beforeAll(async () => {
    smtp = await startSmtp(0, answers)
    const institution = { ...readInstitution(on.settings), retention: { draft_days: 30, unused_account_days: 30 } }
    const keyRing = createKeyRing(on.settings)
    const now = () => new Date()
    const jobs = impatientJobs(createJobs(on.database, silentLog))
    const settings = { ...on.settings, smtpUrl: smtp.url }
    const mail = createMail({ database: on.database, settings, institution, jobs, keyRing, log: silentLog, now })
    erasures = { ...(await erasuresOn(on, { institution, jobs })), mail }
    await jobs.start()
  })
  afterAll(async () => {
    await erasures?.jobs.stop()
    await smtp?.stop()
  })
  const db = () => on.database.db
  beforeEach(async () => {
    for (const key of Object.keys(answers)) delete answers[key]
    await sql`truncate pgboss.job, sent_mail`.execute(db())
    for (const id of await there()) await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(db())
  })

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const there = async () => (await db().selectFrom('application').select('id').execute()).map(({ id }) => id)
  async function account(name: string, createdAt = new Date()): Promise<string> {
    const id = randomUUID()
    const user = { id, name: '', email: `${name}@mail.example`, emailVerified: true, image: null, createdAt }
    await db()
      .insertInto('user')
      .values({ ...user, updatedAt: new Date() })
      .execute()
    return id
  }
  /** Somebody who opened their draft for the last time forty days ago. */
  async function idle(name: string): Promise<string> {
    if (!erasures) throw new Error('Not begun.')
    const owner = await account(name)
    const id = String(await editApplication(erasures, owner, async ({ id: begun }) => begun))
    await db()
      .updateTable('application')
      .set({ updated_at: ago(40) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const run = async () => (erasures ? (await retentionCommand(erasures, ['--by', 'Ada'])).join('\n') : '')
  const twoWeeksLater = () =>
    sql`update sent_mail set enqueued_at = enqueued_at - interval '14 days',
      sent_at = sent_at - interval '14 days', refused_at = refused_at - interval '14 days'`.execute(db())
  const asked = (names: readonly string[]) =>
    vi.waitFor(
      () => expect(smtp?.asked).toEqual(expect.arrayContaining(names.map((name) => `${name}@mail.example`))),
      PATIENCE,
    )
  const tries = () => vi.waitFor(async () => expect(await rows()).not.toContain(null), PATIENCE)
  /** What became of each mail; null if it is not known yet. */
  const rows = async () =>
    (await db().selectFrom('sent_mail').selectAll().execute()).map(
      ({ sent_at, refused_at, reply }) => (sent_at && 'sent') ?? (refused_at && 'refused') ?? reply,
    )

  const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code })
  test.each([
    ['that blocks us', refusal(554, '5.7.1 Service unavailable; client host blocked'), '554 5.7.1'],
    ['that gives no reason', refusal(550, 'No.'), '550'],
  ])('keep them while they are refused by a mail server %s', async (_, error, reply) => {
    const ids = [await idle('ann'), await idle('bob')]
    for (const name of ['ann', 'bob']) answers[`${name}@mail.example`] = error
    expect(await run()).toContain('2 mails were written to owners of drafts')
    await asked(['ann', 'bob'])
    await twoWeeksLater()
    await tries()
    const unused = await account('cem', ago(100))
    const lines = await run()
    expect(lines).toContain('2 such mails were not accepted')
    expect(lines).toContain(`The mail server refused 2 mails of the last day and accepted 0 (last: ${reply}).`)
    expect(await there()).toEqual(expect.arrayContaining(ids))
    expect(await db().selectFrom('user').select('id').where('id', '=', unused).execute()).toHaveLength(1)

    for (const key of Object.keys(answers)) delete answers[key]
    await vi.waitFor(async () => expect(await rows()).toEqual(['sent', 'sent']), PATIENCE)
    expect(await run()).toContain('2 owners were told within two weeks.')
    expect(await there()).toHaveLength(2)
    await twoWeeksLater()
    await run()
    expect(await there()).toEqual([])
  })

  test('lose them two weeks after the mail server said that their address is gone', async () => {
    await idle('dora')
    answers['dora@mail.example'] = refusal(550, '5.1.1 No such user')
    await run()
    await tries()
    expect(await rows()).toEqual(['refused'])
    await run()
    expect(await there()).toHaveLength(1)
    await twoWeeksLater()
    await run()
    expect(await there()).toEqual([])
  })

  test('keep them when the mail server knows nobody of a whole night', async () => {
    const names = Array.from({ length: 6 }, (_, each) => `night${each}`)
    for (const name of names) {
      await idle(name)
      answers[`${name}@mail.example`] = refusal(550, '5.1.1 No such user')
    }
    await run()
    await vi.waitFor(async () => expect(await rows()).toEqual(names.map(() => expect.stringMatching(/^550/))), PATIENCE)
    await twoWeeksLater()
    expect(await run()).toContain('The mail server refused 6 mails of the last day and accepted 0.')
    expect(await there()).toHaveLength(6)
  })
})
