import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { vacuumWarnings } from './vacuum.ts'

databasesForTests(
  'the embedded database',
  (on) => {
    const folder = () => join(on.settings.dataDir, 'database')
    const files = () =>
      readdirSync(folder(), { recursive: true, encoding: 'utf8' }).map((name) => ({
        name,
        ...statSync(join(folder(), name)),
        isFile: statSync(join(folder(), name)).isFile(),
      }))
    const megabytes = () => files().reduce((sum, { size, isFile }) => sum + (isFile ? size : 0), 0) / 2 ** 20
    const save = async (times: number) => {
      const { db } = on.database
      const id = randomUUID()
      await sql`insert into application (id, account_id, data_key) values (${id}, ${id}, '{}')`.execute(db)
      for (let time = 0; time < times; time += 1)
        await sql`update application set sealed = ${randomBytes(12_288)} where id = ${id}`.execute(db)
    }
    const vacuum = () => (on.database.kind === 'embedded' ? on.database.vacuum() : undefined)

    test('has files for its owner only, also those that it makes later', async () => {
      await save(1)
      const open = () => files().flatMap(({ name, mode }) => ((mode & 0o077) === 0 ? [] : [name]))
      expect(open()).toEqual([])
      await sql`create table more (text text)`.execute(on.database.db)
      await sql`create index on more (text)`.execute(on.database.db)
      await sql`checkpoint`.execute(on.database.db)
      expect(open()).toEqual([])
      await on.reopen()
      expect(open()).toEqual([])
    })

    test('does not grow with every save', async () => {
      await save(300)
      await vacuum()
      const before = megabytes()
      for (let time = 0; time < 5; time += 1) {
        await save(300)
        await vacuum()
      }
      // 18 MB were written. The log is used again after 16 MB, and a file of it has as many.
      expect(megabytes() - before).toBeLessThan(26)
      const pages = await sql<{
        mb: number
      }>`select (pg_total_relation_size('application') / 1e6)::float8 as mb`.execute(on.database.db)
      // 22 MB with what is stored beside them, of which what two rounds wrote is used again and again.
      expect(pages.rows[0]?.mb).toBeLessThan(12)
    }, 120_000)
  },
  'embedded',
)

databasesForTests('dead rows', (on) => {
  test('are said to stay where nothing removes them', async () => {
    const { db, kind } = on.database
    expect(await vacuumWarnings(on.database)).toEqual([])
    await sql`alter table document set (autovacuum_enabled = off)`.execute(db)
    await sql`alter table application set (toast.autovacuum_enabled = false)`.execute(db)
    const named = [expect.stringMatching(/^Tables without autovacuum: application, document:/)]
    expect(await vacuumWarnings(on.database)).toEqual(kind === 'postgres' ? named : [])
  })
})
