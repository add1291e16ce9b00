import { expect, test } from 'vitest'
import { readSettings } from '../platform/settings/index.ts'
import { silentLog } from '../testing/index.ts'
import { startWorker } from './start-worker.ts'

test('a worker without PostgreSQL does not start and says why in one sentence', async () => {
  const start = startWorker(readSettings({ DATA_DIR: '/nowhere' }), silentLog)
  await expect(start).rejects.toMatchObject({ name: 'StartupError', message: expect.stringContaining('DATABASE_URL') })
})
