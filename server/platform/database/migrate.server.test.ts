import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { migrate, migrations, schemaState } from './migrate.ts'

const ours = ['0001-one', '0002-two', '0003-three-needs-0002']

databasesForTests('what a database is to a release', (on) => {
  test.each([
    ['no table', null, { kind: 'behind' }],
    [
      'the mark of an installation that this release made',
      [...ours, '0003z-new-installation-needs-0003'],
      { kind: 'current' },
    ],
    [
      'the mark of one that an earlier release made',
      ['0001-one', '0002-two', '0002z-new-installation-needs-0002'],
      { kind: 'behind' },
    ],
    [
      'the mark of one that a later release made, whose tables it could use',
      [...ours, '0004-four-needs-0003', '0004z-new-installation-needs-0004'],
      { newer: '0004z-new-installation-needs-0004' },
    ],
    ['its own migrations', ours, { kind: 'current' }],
    ['fewer', ours.slice(0, 2), { kind: 'behind' }],
    ['a newer one that it can run beside', [...ours, '0004-four-needs-0003'], { kind: 'current' }],
    ['a newer one that needs another newer one', [...ours, '0004-four-needs-0004'], { newer: '0004-four-needs-0004' }],
    ['a newer one that says nothing', [...ours, '0004-four'], { newer: '0004-four' }],
    [
      'two newer ones, of which it can run beside the first',
      [...ours, '0004-four-needs-0001', '0005-five-needs-0004'],
      { newer: '0005-five-needs-0004' },
    ],
    [
      'a newer one, but not all of its own',
      ['0001-one', '0002-two', '0004-four-needs-0001'],
      { newer: '0004-four-needs-0001' },
    ],
  ])('with %s', async (_, applied, expected) => {
    const { db } = on.database
    await sql`drop table if exists kysely_migration`.execute(db)
    if (applied !== null) {
      await sql`create table kysely_migration (name text primary key, timestamp text)`.execute(db)
      for (const name of applied) await sql`insert into kysely_migration values (${name}, '')`.execute(db)
    }
    expect(await schemaState(db, ours)).toMatchObject(expected)
  })

  test('that is new belongs to this release and later ones; one that is updated does not', async () => {
    const { db } = on.database
    const names = async () =>
      (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
        ({ name }) => name,
      )
    const anew = async () => {
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      await migrate(db)
    }
    await anew()
    const all = Object.keys(migrations)
    const last = all.at(-1) ?? ''
    const mark = `${last.slice(0, 4)}z-new-installation-needs-${last.slice(0, 4)}`
    expect(await names()).toEqual([...all, mark])
    expect(await schemaState(db, all.slice(0, -1))).toMatchObject({ kind: 'unusable', newer: mark })
    expect(await schemaState(db, [...all, '9998-next-needs-0015'])).toEqual({ kind: 'behind' })
    await migrate(db)
    expect(await names()).toEqual([...all, mark])
  })

  test('that stopped before 0.1.0 is not brought up to date, and is told which release to update to', async () => {
    const { db } = on.database
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    await sql`create table kysely_migration (name text primary key, timestamp text)`.execute(db)
    await sql`insert into kysely_migration values ('0001-accounts', '2026-11-01T00:00:00.000Z')`.execute(db)
    await expect(migrate(db)).rejects.toThrow('a release before 0.1.0: update to 0.1.0 first')
  })
})
