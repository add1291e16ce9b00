import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editApplication } from '../../applying/applications/index.ts'
import { createJobs } from '../../platform/jobs/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { createStorage } from '../../platform/storage/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { databasesForTests, duringTransaction, silentLog } from '../../testing/index.ts'
import { eraseAccounts } from './erase-application.ts'
import type { ErasureDeps } from './index.ts'
import { erasuresForTests } from './testing/index.ts'

// The embedded database has one connection, so there nobody waits for a row.
databasesForTests(
  'erasing accounts that have no application',
  (on) => {
    let erasures: ErasureDeps
    beforeAll(async () => {
      const institution = readInstitution(on.settings)
      const keyRing = createKeyRing(on.settings)
      const now = () => new Date()
      const storage = await createStorage(on.settings, keyRing, now, randomUUID())
      const parts = { database: on.database, keyRing, form: formOf(institution), institution, now, storage }
      erasures = erasuresForTests({ ...parts, jobs: createJobs(on.database, silentLog) })
      await erasures.jobs.start({ only: 'enqueue' })
    })
    afterAll(() => erasures.jobs.stop())

    test('spares one in which an application is begun at that moment', async () => {
      const { database } = on
      const id = randomUUID()
      const user = { id, name: '', email: `${id}@mail.example`, emailVerified: true, image: null }
      await database.db
        .insertInto('user')
        .values({ ...user, updatedAt: new Date() })
        .execute()
      const erased = await duringTransaction(
        database.db,
        (transaction) =>
          editApplication({ ...erasures, database: { ...database, db: transaction } }, id, async ({ write }) =>
            write({ first_name: 'Joe' }),
          ),
        () => database.db.transaction().execute((other) => eraseAccounts(erasures, other, [id])),
      )
      expect(erased).toBe(0)
      expect(await database.db.selectFrom('user').select('id').execute()).toEqual([{ id }])
    })
  },
  'postgres',
)
