import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJobs } from '../jobs/index.ts'
import { databasesForTests, silentLog } from '../testing/index.ts'
import { healthOf } from './index.ts'

const reachable = { reach: async () => {} }

databasesForTests('health', (on) => {
  let jobs: ReturnType<typeof openJobs>
  beforeAll(async () => {
    jobs = openJobs(on.database, silentLog)
    await jobs.start()
  })
  afterAll(() => jobs.stop())

  test('a server whose database, queue and storage answer is ready', async () => {
    expect(await healthOf({ database: on.database, storage: reachable })).toMatchObject({
      ready: true,
      database: on.kind,
      database_ms: expect.any(Number),
      storage_ms: expect.any(Number),
      jobs_waiting: expect.any(Number),
    })
  })

  test.each([
    ['refuses', () => Promise.reject(new Error('Access denied.'))],
    ['never answers', () => new Promise<void>(() => {})],
  ])('one whose storage %s is not, and says which it is', async (_, reach) => {
    expect(await healthOf({ database: on.database, storage: { reach } })).toMatchObject({
      ready: false,
      database_ms: expect.any(Number),
      storage_ms: null,
    })
  })
})
