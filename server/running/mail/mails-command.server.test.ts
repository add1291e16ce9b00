import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { onOneDatabase, PATIENCE, type SmtpForTests, silentLog, startSmtp } from '../../testing/index.ts'
import { readInstitution } from '../institution/index.ts'
import { createMail, type Mail, type MailMessage, mailsCommand } from './index.ts'

onOneDatabase('npm run mails', (on) => {
  const answers: Record<string, Error> = {}
  let parts: { smtp: SmtpForTests; mail: Mail; again: (...words: string[]) => Promise<readonly string[]> }
  const ends: (() => Promise<void>)[] = []
  beforeEach(async () => {
    const smtp = await startSmtp(0, answers)
    const jobs = createJobs(on.database, silentLog)
    const keyRing = createKeyRing(on.settings)
    const settings = { ...on.settings, smtpUrl: smtp.url }
    const institution = readInstitution(on.settings)
    const mail = createMail({ database: on.database, settings, institution, jobs, keyRing, log: silentLog })
    await jobs.start()
    await sql`truncate pgboss.job, sent_mail`.execute(on.database.db)
    ends.push(smtp.stop, () => jobs.stop())
    const deps = { database: on.database, keyRing, jobs, now: () => new Date() }
    parts = { smtp, mail, again: (...words) => mailsCommand(deps, words) }
  })
  afterEach(async () => {
    for (const key of Object.keys(answers)) delete answers[key]
    for (const end of ends.splice(0).reverse()) await end()
  })
  const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()
  const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
  const send = async (name: string, once?: string, message?: Pick<MailMessage, 'kind' | 'values'>) => {
    const to = `${name}@mail.example`
    if (once !== undefined)
      await on.database.db.insertInto('sent_mail').values({ key: once, kind: 'receipt' }).execute()
    const mail = { kind: 'password_changed', values: {}, ...message, to } as MailMessage
    await parts.mail.enqueue(on.database.db, mail, once === undefined ? {} : { once })
  }
  const replies = async () =>
    (await on.database.db.selectFrom('sent_mail').select('reply').where('reply', 'is not', null).execute()).length

  const statesOfJobs = async () => {
    const jobs = sql<{ state: string }>`select state::text from pgboss.job where name = 'mail' order by 1`
    return (await jobs.execute(on.database.db)).rows.map(({ state }) => state)
  }

  test('sends again what was refused, of whatever kind the refusal was, once and at once', async () => {
    answers['ann@mail.example'] = refusal(554, '5.7.1 Blocked')
    answers['bob@mail.example'] = refusal(550, '5.1.1 No such user')
    await send('ann')
    await send('bob', `receipt ${randomUUID()}`)
    await vi.waitFor(async () => expect(await replies()).toBe(2), PATIENCE)
    // The reply is written before its job ends.
    await vi.waitFor(async () => expect(await statesOfJobs()).toEqual(['completed', 'retry']), PATIENCE)
    for (const key of Object.keys(answers)) delete answers[key]
    // The mail that waits would be tried in an hour.
    await sql`update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry'`.execute(
      on.database.db,
    )
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(await parts.again('again', '--since', yesterday())).toEqual([
      'Mails that waited and are tried now: 1. Mails sent again: 1.',
      'Receipts that are made anew within ten minutes: 0.',
      'Not sent again: 0 whose code, link or notice is of no use any more, 0 whose text is gone.',
    ])
    await vi.waitFor(
      () =>
        expect(parts.smtp.received.flatMap(({ to }) => to).sort()).toEqual(['ann@mail.example', 'bob@mail.example']),
      PATIENCE,
    )
    await vi.waitFor(async () => expect(await replies()).toBe(0), PATIENCE)
    expect((await parts.again('again', '--since', later))[0]).toContain('Mails sent again: 0.')
    const rows = on.database.db.selectFrom('audit').select('detail').where('action', '=', 'mails sent again')
    expect((await rows.execute()).map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({ waiting: 1, again: 1 }),
    )
  })

  test('leaves out what is of no use, and has receipts without a text made anew', async () => {
    const code = { code: '482913', valid_until: yesterday() }
    await send('cem', undefined, { kind: 'confirm_code', values: code })
    await vi.waitFor(async () => expect(await statesOfJobs()).toEqual(['completed']), PATIENCE)
    const { rows } = await sql<{
      key: string
    }>`select singleton_key as key from pgboss.job where name = 'mail'`.execute(on.database.db)
    const refused = { refused_at: new Date(), refused_status: 554 }
    for (const [key, kind] of [
      [rows[0]?.key ?? '', 'confirm_code'],
      ['receipt of long ago', 'receipt'],
      ['mail of long ago', 'withdrawn'],
    ] as const)
      await on.database.db
        .insertInto('sent_mail')
        .values({ key, kind, ...refused })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(refused))
        .execute()
    expect(await parts.again('again', '--since', yesterday().slice(0, 10))).toEqual([
      'Mails that waited and are tried now: 0. Mails sent again: 0.',
      'Receipts that are made anew within ten minutes: 1.',
      'Not sent again: 1 whose code, link or notice is of no use any more, 1 whose text is gone.',
    ])
    const receipt = on.database.db.selectFrom('sent_mail').selectAll().where('kind', '=', 'receipt')
    const [row] = await receipt.execute()
    expect(row).toMatchObject({ refused_at: null, sent_at: null })
    expect(Date.now() - (row?.enqueued_at.getTime() ?? 0)).toBeGreaterThan(30 * 60_000)
  })

  test.each([
    [],
    ['again'],
    ['again', '--since', 'yesterday'],
    ['again', '--since', '1'],
    ['all', '--since', '2026-11-27'],
  ])('says how it is used for %j %j %j', async (...words) => {
    await expect(parts.again(...words)).rejects.toThrow('Usage: npm run mails -- again --since')
  })
})
