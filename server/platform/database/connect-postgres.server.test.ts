import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { isStartupError } from '../settings/index.ts'
import { connectDatabase } from './index.ts'

databasesForTests(
  'PostgreSQL',
  (on) => {
    test('is migrated once by several processes that start together', async () => {
      await sql`drop schema public cascade; create schema public`.execute(on.database.db)
      const opened = await Promise.all([1, 2, 3, 4].map(() => connectDatabase(on.settings, silentLog)))
      for (const database of opened) {
        expect(await database.db.selectFrom('application').selectAll().execute()).toEqual([])
        await database.close()
      }
    })
  },
  'postgres',
)

test('an unreachable PostgreSQL stops the start with a sentence that names the setting, not the password', async () => {
  const databaseUrl = 'postgresql://someone:hunter2@127.0.0.1:1/nothing'
  const fault = await connectDatabase({ databaseUrl, dataDir: '/nowhere' }, silentLog).catch((error) => error)
  expect(isStartupError(fault)).toBe(true)
  expect(fault.message).toMatch(/^DATABASE_URL names a database that cannot be reached \(connect ECONNREFUSED/)
  expect(fault.message).not.toContain('hunter2')
})
