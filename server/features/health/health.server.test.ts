import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobs } from '../../platform/jobs/index.ts'
import { databasesForTests, silentLog } from '../../testing/index.ts'
import { healthOf } from './index.ts'

const reachable = { checkAccess: async () => {} }

databasesForTests('health', (on) => {
  let jobs: ReturnType<typeof createJobs>
  beforeAll(async () => {
    jobs = createJobs(on.database, silentLog)
    await jobs.start()
  })
  afterAll(() => jobs.stop())

  const needed = () => ({ database: on.database, storage: reachable, dataDir: on.settings.dataDir })

  test('a server whose database, queue and storage answer is ready', async () => {
    expect(await healthOf(needed())).toMatchObject({
      ready: true,
      missing: [],
      disk_free_mb: expect.any(Number),
      oldest_job_seconds: expect.any(Number),
      mails_refused: 0,
      database: on.kind,
      database_ms: expect.any(Number),
      storage_ms: expect.any(Number),
      jobs_waiting: expect.any(Number),
    })
  })

  test.each([
    ['refuses', () => Promise.reject(new Error('Access denied.'))],
    ['never responds', () => new Promise<void>(() => {})],
  ])(
    'one whose storage %s reports it and is ready, because people can sign in, save and submit without it',
    async (_, reach) => {
      expect(await healthOf({ ...needed(), storage: { checkAccess: reach } })).toMatchObject({
        ready: true,
        missing: ['storage'],
        database_ms: expect.any(Number),
        storage_ms: null,
      })
    },
  )

  test('a full disk is reported as missing, and only with the embedded database the server is not ready', async () => {
    const freeOf = async () => 12
    expect(await healthOf({ ...needed(), freeOf })).toMatchObject({
      ready: on.kind === 'postgres',
      missing: ['disk'],
      disk_free_mb: 12,
    })
  })

  test('reports permanently refused mails and the longest waiting job', async () => {
    const refused = { key: 'mail 1', kind: 'confirm_code', refused_at: new Date(), refused_status: 550 }
    await on.database.db.insertInto('sent_mail').values(refused).execute()
    expect(await healthOf(needed())).toMatchObject({ mails_refused: 1 })
  })

  test('an unavailable database is reported as missing', async () => {
    await on.database.close()
    expect(await healthOf(needed())).toMatchObject({ ready: false, missing: ['database'], database_ms: null })
    await on.reopen()
  })
})
