import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { claimDelivery, claimSending, keepAlive, NEVER } from './claim-delivery.ts'

// The embedded database has one connection, so there nothing waits for a row.
databasesForTests(
  'a delivery that has just been made',
  (on) => {
    afterEach(() => vi.useRealTimers())

    test('can be sent at once, also if the process said at that moment that it is being made', async () => {
      const { db } = on.database
      const { id } = await claimDelivery(db, 'registrar', { by: 'June Hale', range: {}, configuration: {} })
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const alive = keepAlive(db, id)
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('delivery')
          .set({ manifest: '{}', touched_at: NEVER })
          .where('id', '=', id)
          .execute()
        vi.advanceTimersByTime(10_000)
        await wait(300) // by then it waits for the delivery's row
      })
      alive.stop()
      await wait(300)
      expect(await claimSending(db, id)).toBe(true)
    })
  },
  'postgres',
)
