import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { institutionParts } from '../../../api/index.ts'
import { editApplication } from '../../applying/applications/index.ts'
import { sealSnapshot } from '../../applying/submissions/index.ts'
import { type Tables, trustClock } from '../../platform/database/index.ts'
import { readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, onOneDatabase } from '../../testing/index.ts'
import { defineRetentionJob, type ErasureDeps, retentionCommand, retentionNow, retentionWarnings } from './index.ts'
import { applyRetention, dueNow } from './retention.ts'
import { erasuresOn } from './testing/index.ts'

const DAY = 86_400_000 // ms
const policy = { draft_days: 180, submitted_years: 2, unused_account_days: 30, audit_years: 6 }

test.each([
  ['draft_days', 0, 'is at least 30 days'],
  ['draft_days', 180.5, 'is a whole number of days'],
  ['unused_account_days', -1, 'is at least 7 days'],
  ['submitted_years', 0, 'is at least 1 years'],
  ['audit_years', '6', 'is a number of years'],
])('a policy of %s %j is refused with a sentence', (name, value, sentence) => {
  const read = institutionParts.private.shape.retention.safeParse({ [name]: value })
  expect(read.error?.issues[0]).toMatchObject({ path: [name], message: sentence })
})

databasesForTests('retention', (on) => {
  let erasures: ErasureDeps
  const mail = vi.fn<ErasureDeps['mail']['enqueue']>(async () => {})
  beforeAll(async () => {
    const institution = { ...readInstitution(on.settings), retention: policy }
    erasures = { ...(await erasuresOn(on, { institution })), mail: { enqueue: mail } }
    await erasures.jobs.start({ only: 'enqueue' })
  })
  afterAll(() => erasures.jobs.stop())
  const db = () => on.database.db
  beforeEach(async () => {
    mail.mockClear()
    for (const id of await there()) await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(db())
  })

  /** An application last opened so many days ago. */
  async function applicant(days: number, submitted = false): Promise<string> {
    const account = randomUUID()
    const user = { id: account, name: '', email: `${account}@mail.example`, emailVerified: true, image: null }
    await db()
      .insertInto('user')
      .values({ ...user, updatedAt: new Date() })
      .execute()
    const id = String(
      await editApplication(erasures, account, async (edited) => {
        edited.write({ first_name: 'Ada' })
        return edited.id
      }),
    )
    if (submitted) {
      const application = { answer: {}, document_answer: {}, add_another: {}, tabs: {} }
      const snapshot = { form_version: '1', application, outline: { pages: [] } }
      const row = {
        application_id: id,
        reference: randomUUID().slice(0, 9),
        form_version: '1',
        submitted_at: ago(days),
      }
      await db()
        .insertInto('submission')
        .values({ ...row, snapshot: sealSnapshot(snapshot, id, erasures.keyRing) })
        .execute()
    }
    await db()
      .updateTable('application')
      .set({ updated_at: ago(days) })
      .where('id', '=', id)
      .execute()
    return id
  }
  const ago = (days: number) => new Date(Date.now() - days * DAY)
  const there = async () => (await db().selectFrom('application').select('id').execute()).map(({ id }) => id)
  const run = async () => applyRetention(erasures, await dueNow(erasures))
  /** Lets the mail server take the mails, or be away, and two weeks pass. */
  const twoWeeksLater = ({ isAway = false } = {}) =>
    db()
      .updateTable('sent_mail')
      // The key has the day, on which it was another one.
      .set({ enqueued_at: sql`enqueued_at - interval '14 days'`, key: sql`key || ' earlier'` })
      .$if(!isAway, (query) => query.set({ sent_at: sql`enqueued_at - interval '14 days'` }))
      .execute()

  test('a draft goes two weeks after its owner was told, and only if nobody has opened it', async () => {
    const [fresh, idle, opened, held, late] = [await applicant(160), ...(await several(3, 181)), await applicant(2000)]
    await run()
    expect(mail.mock.calls.map(([, message]) => message.kind)).toEqual([
      'draft_ends',
      'draft_ends',
      'draft_ends',
      'draft_ends',
    ])
    await run()
    expect(mail).toHaveBeenCalledTimes(4)
    expect(await there()).toHaveLength(5)
    await twoWeeksLater()
    const due = await dueNow(erasures)
    expect(due.drafts.map(({ id }) => id).sort()).toEqual([idle, opened, held, late].sort())
    // Between looking and erasing: one logs in, one is put on hold.
    const { account_id } = await db()
      .selectFrom('application')
      .select(sql<string>`account_id`.as('account_id'))
      .where('id', '=', opened ?? '')
      .executeTakeFirstOrThrow()
    await db().insertInto('successful_login').values({ account_id }).execute()
    await hold(db(), held ?? '')
    await applyRetention(erasures, due)
    expect((await there()).sort()).toEqual([fresh, opened, held].sort())
    expect((await dueNow(erasures)).drafts).toEqual([])
  })

  test('its owner is told when it goes, two weeks before that and no earlier', async () => {
    await applicant(165)
    const id = await applicant(167)
    await run()
    const on = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
    expect(
      mail.mock.calls.map(([, { kind, values }, more]) => [kind, Object(values).deleted_on.slice(0, 10), more]),
    ).toEqual([['draft_ends', on, { once: `draft ends ${id} ${on}` }]])
    // Told long enough ago, but not idle for as long as the policy says.
    await twoWeeksLater()
    expect((await dueNow(erasures)).drafts).toEqual([])
  })

  test('a draft that is saved or signed while others are erased stays', async () => {
    const [gone, saved, signed] = [await applicant(181), await applicant(181), await applicant(181)]
    await run()
    await twoWeeksLater()
    const due = await dueNow(erasures)
    expect(due.drafts).toHaveLength(3)
    await db()
      .updateTable('application')
      .set({ updated_at: ago(0) })
      .where('id', '=', saved)
      .execute()
    const row = { application_id: signed, reference: randomUUID().slice(0, 9), form_version: '1' }
    const application = { answer: {}, document_answer: {}, add_another: {}, tabs: {} }
    const snapshot = sealSnapshot({ form_version: '1', application, outline: { pages: [] } }, signed, erasures.keyRing)
    await db()
      .insertInto('submission')
      .values({ ...row, snapshot })
      .execute()
    await applyRetention(erasures, due)
    expect((await there()).sort()).toEqual([saved, signed].sort())
    expect(await there()).not.toContain(gone)
  })

  test('a draft stays until its owner was told, also if the mail server is away for two weeks', async () => {
    const id = await applicant(181)
    await run()
    await twoWeeksLater({ isAway: true })
    await run()
    expect(await there()).toEqual([id])
    expect(mail).toHaveBeenCalledTimes(2)
    await run()
    expect(mail).toHaveBeenCalledTimes(2)
    await twoWeeksLater()
    await run()
    expect(await there()).toEqual([])
  })

  test('a submitted application that is opened anew while others are erased stays', async () => {
    const id = await applicant(740, true)
    const due = await dueNow(erasures)
    expect(due.submitted).toEqual([id])
    const staff = { issuer: 'test', subject: randomUUID(), name: 'June Hale', role: 'processor' }
    const person = await db().insertInto('staff_person').values(staff).returning('id').executeTakeFirstOrThrow()
    const reopening = { application_id: id, version: 1, until: ago(-7), reason: 'An address.', made_by: person.id }
    await db().insertInto('reopening').values(reopening).execute()
    await applyRetention(erasures, due)
    expect(await there()).toEqual([id])
  })

  test('a submitted application goes after its years unless it is on hold, and is told to other systems', async () => {
    const [kept, old, held] = [await applicant(700, true), await applicant(740, true), await applicant(740, true)]
    await hold(db(), held)
    await run()
    expect((await there()).sort()).toEqual([kept, held].sort())
    expect(mail).not.toHaveBeenCalled()
    const changes = db()
      .selectFrom('application_change')
      .select('kind')
      .where('application_id', '=', old)
      .orderBy('seq')
    expect((await changes.execute()).map(({ kind }) => kind)).toEqual(['submitted', 'erased'])
    const erase = sql`select erase_application(${held}::uuid, 'staff', 1, 2)`.execute(db())
    await expect(erase).rejects.toThrow('on hold')
  })

  test('five years are five years, also with two leap days in them', async () => {
    const institution = { ...erasures.institution, retention: { submitted_years: 5 } }
    const dueAt = async (now: string) =>
      (await dueNow({ ...erasures, institution, now: () => new Date(now) })).submitted.length
    await applicant((Date.now() - Date.parse('2024-01-16T00:00:00Z')) / 86_400_000, true)
    expect(await dueAt('2029-01-15T23:59:59Z')).toBe(0)
    expect(await dueAt('2029-01-16T00:00:01Z')).toBe(1)
    await applicant((Date.now() - Date.parse('2024-02-29T00:00:00Z')) / 86_400_000, true)
    expect(await dueAt('2029-02-28T23:59:59Z')).toBe(1)
    expect(await dueAt('2029-03-01T00:00:01Z')).toBe(2)
  })

  test('rows of the audit log of a year go while the clock of the server is ahead', async () => {
    const institution = { ...erasures.institution, retention: { audit_years: 1 } }
    const ahead = { ...erasures, institution, now: () => ago(-1) }
    await db()
      .insertInto('audit')
      .values({ actor: 'a', action: 'a year old', subject: 's', at: ago(370) })
      .execute()
    await applyRetention(ahead, await dueNow(ahead))
    expect(await db().selectFrom('audit').select('id').where('action', '=', 'a year old').execute()).toEqual([])
  })

  test('nothing goes by a clock that is ahead of the clock of the database', async () => {
    const id = await applicant(1, true)
    const ahead = { ...erasures, now: () => ago(-800) }
    const sentence = /^The retention erased nothing. The clock here is 800 days ahead of the clock of the database/
    for (const words of [[], ['--all']])
      expect(await retentionCommand(ahead, [...words, '--by', 'Ada'])).toEqual([expect.stringMatching(sentence)])
    expect(await retentionWarnings(ahead)).toEqual([expect.stringMatching(sentence)])
    expect(await there()).toEqual([id])
  })

  test('nothing goes by one clock for server and database that is years from when they last worked', async () => {
    const id = await applicant(740, true)
    await sql`update clock set right_at = right_at - interval '700 days'`.execute(db())
    const sentence = /^The retention erased nothing. The clock says .+ npm run clock -- is-right --by <person>/
    for (const words of [[], ['--all']])
      expect(await retentionCommand(erasures, [...words, '--by', 'Ada'])).toEqual([expect.stringMatching(sentence)])
    expect(await retentionWarnings(erasures)).toEqual([expect.stringMatching(sentence)])
    expect(await there()).toEqual([id])
    await trustClock(on.database)
    await run()
    expect(await there()).toEqual([])
  })

  test('accounts in which nothing was begun go, and old rows of the audit log', async () => {
    const unused = { name: '', emailVerified: true, image: null, updatedAt: new Date() }
    for (const [id, days] of [
      ['new', 29],
      ['old', 31],
    ] as const)
      await db()
        .insertInto('user')
        .values({ ...unused, id, email: `${id}@unused.example`, createdAt: ago(days) })
        .execute()
    for (const days of [365 * 7, 1])
      await db()
        .insertInto('audit')
        .values({ actor: 'a', action: 'old', subject: 's', at: ago(days) })
        .execute()
    await run()
    expect(await db().selectFrom('user').select('id').where('id', 'in', ['new', 'old']).execute()).toEqual([
      { id: 'new' },
    ])
    expect(await db().selectFrom('audit').select('id').where('action', '=', 'old').execute()).toHaveLength(1)
    await expect(sql`select erase_old_audit(now())`.execute(db())).rejects.toThrow('at least a year')
    await expect(db().deleteFrom('audit').execute()).rejects.toThrow('stand as they were written')
  })

  test('a dry run changes nothing, and the command asks who runs it', async () => {
    const id = await applicant(740, true)
    expect(await retentionCommand(erasures, ['--dry-run'])).toEqual(expect.arrayContaining([id]))
    await expect(retentionCommand(erasures, [])).rejects.toThrow('--by')
    expect(await there()).toEqual([id])
  })

  test('the command takes no other words, and the record says who ran it', async () => {
    await expect(retentionCommand(erasures, ['now'])).rejects.toThrow('Usage: npm run retention')
    const before = await runs()
    await retentionCommand(erasures, ['--by', 'Ada'])
    expect(await runs()).toEqual([...before, { by: 'Ada' }])
  })
  const runs = async () =>
    (await db().selectFrom('audit').select('detail').where('action', '=', 'retention run').orderBy('id').execute()).map(
      ({ detail }) => detail,
    )

  test('what runs every night erases what is due, and nothing of what the command would leave', async () => {
    const warned: unknown[] = []
    const nightly = (now: () => Date) => {
      let run: () => Promise<unknown> = async () => {}
      const define: ErasureDeps['jobs']['define'] = (_, work) => {
        run = () => Promise.resolve(Reflect.apply(work, undefined, []))
      }
      const log = { ...erasures.log, warn: (line: unknown) => void warned.push(line) }
      defineRetentionJob({ ...erasures, now, log, jobs: { ...erasures.jobs, define } })
      return run
    }
    const id = await applicant(740, true)
    await nightly(() => ago(-800))()
    expect(warned).toEqual([expect.stringMatching(/^The retention erased nothing/)])
    expect(await there()).toEqual([id])
    await nightly(() => new Date())()
    expect([warned.length, await there()]).toEqual([1, []])
  })

  test('without a policy nothing is ever due', async () => {
    await several(2, 5000)
    const { retention: _, ...institution } = erasures.institution
    const due = await dueNow({ ...erasures, institution })
    expect(due).toMatchObject({ warned: [], drafts: [], submitted: [], accounts: [], auditBefore: undefined })
    expect(await retentionNow({ ...erasures, institution })).toEqual([])
    expect(await retentionWarnings({ ...erasures, institution, now: () => ago(-800) })).toEqual([])
  })

  const several = (count: number, days: number) => Promise.all(Array.from({ length: count }, () => applicant(days)))
})

// Erasing hundreds takes long, and what the ceiling compares is no matter of the database.
onOneDatabase('the ceiling of the retention', (on) => {
  let erasures: ErasureDeps
  beforeAll(async () => {
    const institution = { ...readInstitution(on.settings), retention: policy }
    erasures = await erasuresOn(on, { institution })
    await erasures.jobs.start({ only: 'enqueue' })
  })
  afterAll(() => erasures.jobs.stop())
  const db = () => on.database.db
  const count = async () => (await db().selectFrom('application').select('id').execute()).length
  const longAgo = new Date(Date.now() - 900 * DAY)

  test('too many at once are left until an operator says so', async () => {
    await sql`insert into application (account_id) select 'many ' || each from generate_series(1, 502) as each`.execute(
      db(),
    )
    await sql`insert into submission (application_id, reference, form_version, snapshot, submitted_at)
      select id, id::text, '1', '{}', ${longAgo} from application`.execute(db())
    expect(await retentionCommand(erasures, ['--by', 'Ada'])).toEqual([
      expect.stringMatching(/^The retention erased nothing: 502 of 502/),
    ])
    expect(await retentionNow(erasures)).toEqual([
      '0 mails would be written to owners of drafts, saying that their draft goes in two weeks.',
      '0 owners were told within two weeks. 0 such mails were not accepted by the mail server; those drafts stay.',
      '0 drafts, 502 submitted applications and 0 unused accounts would be erased.',
      expect.stringMatching(/^Rows of the audit log before/),
      expect.stringMatching(/^The retention erased nothing: 502 of 502/),
    ])
    expect(await count()).toBe(502)
    expect((await retentionCommand(erasures, ['--all', '--by', 'Ada'])).join()).toContain('502 submitted applications')
    expect(await count()).toBe(0)
  })

  test('more than 500 at once are no mistake where they are at most a tenth of all', async () => {
    const rolledBack = new Error('rolled back')
    const trial = db()
      .transaction()
      .execute(async (transaction) => {
        const deps = { ...erasures, database: { ...erasures.database, db: transaction } }
        const make = (from: number, to: number) =>
          sql`insert into application (account_id) select 'many ' || each
            from generate_series(${from}::int, ${to}::int) as each`.execute(transaction)
        await make(1, 5009)
        await sql`insert into submission (application_id, reference, form_version, snapshot, submitted_at)
          select id, id::text, '1', '{}', ${longAgo} from application limit 501`.execute(transaction)
        expect(await retentionWarnings(deps)).toEqual([expect.stringMatching('501 of 5009 applications are due')])
        await make(5010, 5010)
        expect(await retentionWarnings(deps)).toEqual([])
        throw rolledBack
      })
    await expect(trial).rejects.toBe(rolledBack)
  })
})

async function hold(db: Kysely<Tables>, id: string): Promise<void> {
  const person = { issuer: 'test', subject: randomUUID(), name: 'June Hale', role: 'processor' }
  const made = await db.insertInto('staff_person').values(person).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('hold').values({ application_id: id, reason: 'A dispute.', made_by: made.id }).execute()
}
