import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { onOneDatabase, PATIENCE, silentLog, startSmtp } from '../../testing/index.ts'
import { readInstitution } from '../institution/index.ts'
import { createMail, forgetMails, type MailMessage, mailsTo } from './index.ts'

describe('queued mails', () => {
  const link = { link: 'https://apply.example/reset', valid_until: '2026-01-15T17:05:00.000Z' }
  const notice = (to: string): MailMessage => ({ kind: 'password_changed', to, values: {} })

  onOneDatabase('the mails to an address', (on) => {
    test('are told by what became of them', async () => {
      const { database, settings } = on
      const keyRing = createKeyRing(settings)
      const smtp = await startSmtp(0, {
        'bob@mail.example': Object.assign(new Error('5.1.1 No such mailbox.'), { responseCode: 550 }),
        'cem@mail.example': Object.assign(new Error('Try again later.'), { responseCode: 450 }),
      })
      const start = () => {
        const jobs = createJobs(database, silentLog)
        const institution = readInstitution(settings)
        const given = { database, settings: { ...settings, smtpUrl: smtp.url }, institution, keyRing, log: silentLog }
        return { jobs, mail: createMail({ ...given, jobs }) }
      }
      const outcomes = async (name: string) =>
        (await mailsTo(keyRing, database.db, `${name}@mail.example`)).map(({ kind, outcome }) => `${kind}: ${outcome}`)

      const { jobs, mail } = start()
      await jobs.start()
      try {
        for (const name of ['ann', 'bob', 'cem']) await mail.enqueue(database.db, notice(`${name}@mail.example`))
        await mail.enqueue(database.db, { kind: 'reset_link', to: 'ann@mail.example', values: link })
        await vi.waitFor(async () => {
          expect(await outcomes('ann')).toEqual([
            'reset_link: not sent while its code or link was valid',
            'password_changed: accepted by the mail server',
          ])
          expect(await outcomes('bob')).toEqual(['password_changed: refused for good by the mail server (550)'])
          expect((await outcomes('cem')).join()).toMatch(/: not accepted in 1 try, next try at 20[^ ]+Z$/)
        }, PATIENCE)
      } finally {
        await jobs.stop()
        await smtp.stop()
      }
      const later = start()
      await later.jobs.start({ only: 'enqueue' })
      await later.mail.enqueue(database.db, notice('dora@mail.example'))
      await later.jobs.stop()
      expect(await outcomes('dora')).toEqual(['password_changed: waits to be sent'])
      await sql`update pgboss.job set state = 'failed', completed_on = now() where state = 'created'`.execute(
        database.db,
      )
      expect(await outcomes('dora')).toEqual(['password_changed: given up after a week'])
      expect(await outcomes('erin')).toEqual([])
    })
  })
})

describe('forget mails', () => {
  const key = (id: string) => ({ id, bytes: randomBytes(32) })
  const ringOf = (...secretKeys: ReturnType<typeof key>[]) => createKeyRing({ secretKeys, dataDir: '/nowhere' })

  onOneDatabase('mails that are forgotten', (on) => {
    test('after the secret key was replaced, mails that were sent under the earlier one go too', async () => {
      const [earlier, present] = [key('k1'), key('k2')]
      const { database, settings } = on
      const jobs = createJobs(database, silentLog)
      const mailUnder = (...keys: ReturnType<typeof key>[]) =>
        createMail({
          ...{ database, settings, jobs, log: silentLog, institution: readInstitution(settings) },
          ...{ keyRing: ringOf(...keys), now: () => new Date() },
        })
      const send = async (mail: ReturnType<typeof createMail>, to: string) => {
        await mail.enqueue(database.db, { kind: 'password_changed', to, values: {} })
        const { rows } = await sql<{
          id: string
        }>`select id from pgboss.job where name = 'mail' order by created_on desc`.execute(database.db)
        return rows[0]?.id ?? ''
      }
      const before = mailUnder(earlier)
      await jobs.start({ only: 'enqueue' })
      try {
        const sent = await send(before, 'ann@example.edu')
        await sql`update pgboss.job set state = 'completed' where id = ${sent}::uuid`.execute(database.db)
        const waiting = await send(before, 'ben@example.edu')
        await forgetMails(ringOf(present), database.db, [{ to: 'cleo@example.edu' }])
        const { rows } = await sql<{ id: string }>`select id from pgboss.job where name = 'mail'`.execute(database.db)
        // Who has the earlier key again can still send what waits.
        expect(rows.map(({ id }) => id)).toEqual([waiting])
      } finally {
        await jobs.stop()
      }
    })
  })
})
