import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editApplication } from '../../applying/applications/index.ts'
import { databasesForTests, duringTransaction, onOneDatabase } from '../../testing/index.ts'
import { eraseAccounts } from './erase-application.ts'
import type { ErasureDeps } from './index.ts'
import { erasuresOn } from './testing/index.ts'

// A table that is new has no rows in any test of an erasure until something writes it, so the function itself is read.
onOneDatabase('erase_application()', (on) => {
  const whereErased = async () => {
    const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = 'erase_application'`.execute(on.database.db)
    expect(rows).toHaveLength(1)
    return rows[0]?.body ?? ''
  }
  const tablesWith = async (columns: readonly string[]) => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns join information_schema.tables
        using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = any(${columns})
      order by name`.execute(on.database.db)
    return rows.map(({ name }) => name)
  }

  test('empties every table that has rows of an application', async () => {
    const body = await whereErased()
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'application'::regclass and confdeltype = 'c'`.execute(on.database.db)
    const erased = (name: string) =>
      body.includes(`delete from ${name} where application_id = erased;`) || rows.some((row) => row.name === name)
    // Ids, actions and dates stay, so that nothing is delivered twice; what people wrote in them goes.
    // A lost receipt is of an application that this database never had.
    const kept = ['acknowledgement', 'application_change', 'delivery_row', 'erasure', 'lost_receipt', 'removed_file']
    expect((await tablesWith(['application_id'])).filter((name) => !erased(name))).toEqual(kept)
  })

  test('empties every table that has rows of an account, if it was its last application', async () => {
    const body = await whereErased()
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = '"user"'::regclass and confdeltype = 'c'`.execute(on.database.db)
    const goes = (name: string) =>
      body.includes(`delete from ${name} where account_id = owner;`) || rows.some((row) => row.name === name)
    expect((await tablesWith(['account_id', 'userId'])).filter((name) => !goes(name))).toEqual([
      'application',
      'erased_account',
    ])
  })
})

// The embedded database has one connection, so there nobody waits for a row.
databasesForTests(
  'erasing accounts that have no application',
  (on) => {
    let erasures: ErasureDeps
    beforeAll(async () => {
      erasures = await erasuresOn(on)
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
