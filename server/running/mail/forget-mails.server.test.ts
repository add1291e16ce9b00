import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { readInstitution } from '../institution/index.ts'
import { createMail, forgetMails } from './index.ts'

const key = (id: string) => ({ id, bytes: randomBytes(32) })
const ringOf = (...secretKeys: ReturnType<typeof key>[]) => createKeyRing({ secretKeys, dataDir: '/nowhere' })

databasesForTests('mails that are forgotten', (on) => {
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
