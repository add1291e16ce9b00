import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createLog } from '../platform/http/index.ts'
import { createKeyRing } from '../platform/secrets/index.ts'
import { createStorage } from '../platform/storage/index.ts'
import { applicantAt, databasesForTests, PATIENCE } from '../testing/index.ts'
import { keysCommand } from './keys-command.ts'
import { claimSecretKeys } from './secret-keys.ts'
import { startServer } from './start-server.ts'

const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) })
const [old, fresh] = [key('old', 1), key('fresh', 2)]

// The embedded database belongs to one process.
databasesForTests(
  'npm run keys',
  (on) => {
    test('lets go of no key with which a server starts meanwhile', async () => {
      const { db } = on.database
      const ringOf = (...secretKeys: ReturnType<typeof key>[]) => createKeyRing({ ...on.settings, secretKeys })
      const ring = ringOf(fresh, old)
      const storage = await createStorage(on.settings, ring, () => new Date(), 'keys')
      const keys = () => keysCommand({ database: on.database, storage, keyRing: ring }, [])
      await db.deleteFrom('secret_key').execute()
      await claimSecretKeys(on.database, ring)
      const settings = { ...on.settings, secretKeys: [old, fresh], port: 0 }
      // From its first look at the keys until it says that it is alive.
      const { starting } = await db.transaction().execute(async (transaction) => {
        await sql`lock table process in exclusive mode`.execute(transaction)
        const starting = startServer(settings, createLog({ logLevel: 'silent' }))
        starting.catch(() => {})
        const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"process"%'`
        await vi.waitUntil(async () => (await waiting.execute(db)).rows.length > 0, PATIENCE)
        expect(await keys()).toMatchObject({ can_be_destroyed: expect.stringContaining('old') })
        return { starting }
      })
      const server = await starting
      try {
        const ada = await applicantAt(server.app.listeningOrigin, on.settings.dataDir)
        expect(await ada.call('PUT', '/api/answer', { first_name: 'Ada' })).toMatchObject({ status: 200 })
        await expect(claimSecretKeys(on.database, ringOf(fresh))).rejects.toThrow('encrypted with the key old')
        expect(await keys()).toMatchObject({ exit_code: 2 })
      } finally {
        await server.close()
      }
    })
  },
  'postgres',
)
