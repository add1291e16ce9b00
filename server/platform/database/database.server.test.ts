import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { inTransaction, type PlaceOf, statement } from './index.ts'

describe('a transaction', () => {
  databasesForTests('a transaction', (on) => {
    const limits = () => on.database.db.selectFrom('rate_limit').select('key').orderBy('key').execute()
    const limit = (key: string) => ({ key, count: 1, window_ends: new Date(0) })

    test('is committed completely or not at all, and a transaction inside it joins it', async () => {
      const { db } = on.database
      const work = inTransaction(db, async (outer) => {
        await inTransaction(outer, (inner) => inner.insertInto('rate_limit').values(limit('lost')).execute())
        throw new Error('Changed my mind.')
      })
      await expect(work).rejects.toThrow('Changed my mind.')
      await inTransaction(db, (outer) => outer.insertInto('rate_limit').values(limit('kept')).execute())
      expect(await limits()).toEqual([{ key: 'kept' }])
    })

    test('refuses queries through the database itself', async () => {
      await expect(inTransaction(on.database.db, limits)).rejects.toThrow('Inside a transaction, use the transaction')
      expect(await limits()).toEqual([{ key: 'kept' }])
    })

    test('refuses nothing after it has ended', async () => {
      let later: Promise<unknown> | undefined
      await inTransaction(on.database.db, async () => {
        later = new Promise((resolve) => setTimeout(resolve, 20)).then(limits)
      })
      expect(await later).toEqual([{ key: 'kept' }])
    })
  })
})

describe('a statement of a frequent call', () => {
  const insertLimit = statement((db, value: PlaceOf<{ key: string; count: number }>) =>
    db.insertInto('rate_limit').values({ key: value('key'), count: value('count'), window_ends: new Date(0) }),
  )

  const limitsFrom = statement((db, value: PlaceOf<{ least: number; prefix: string }>) =>
    db
      .selectFrom('rate_limit')
      .select(['key', sql<string>`${value('prefix')}::text || key`.as('named')])
      .where('count', '>=', value('least'))
      .where(({ lit }) => sql<boolean>`${value('least')}::int < ${lit(100)}`)
      .orderBy('key'),
  )

  databasesForTests('a statement that is built once', (on) => {
    test('gets its values anew each time, one at two places too', async () => {
      const { db } = on.database
      await insertLimit(db, { key: 'few', count: 2 })
      await insertLimit(db, { key: 'many', count: 9 })
      expect(await limitsFrom(db, { least: 3, prefix: 'a ' })).toEqual([{ key: 'many', named: 'a many' }])
      expect(await limitsFrom(db, { least: 1, prefix: "'; --" })).toEqual([
        { key: 'few', named: "'; --few" },
        { key: 'many', named: "'; --many" },
      ])
      expect(await limitsFrom(db, { least: 100, prefix: '' })).toEqual([])
    })

    test('runs in a transaction through the transaction, and is refused beside it', async () => {
      const { db } = on.database
      const beside = inTransaction(db, () => insertLimit(db, { key: 'beside', count: 50 }))
      await expect(beside).rejects.toThrow('Inside a transaction, use the transaction')
      const undone = inTransaction(db, async (transaction) => {
        await insertLimit(transaction, { key: 'undone', count: 50 })
        expect(await limitsFrom(transaction, { least: 50, prefix: '' })).toHaveLength(1)
        throw new Error('Changed my mind.')
      })
      await expect(undone).rejects.toThrow('Changed my mind.')
      expect(await limitsFrom(db, { least: 50, prefix: '' })).toEqual([])
    })

    test('may have the text of another one', async () => {
      const { db } = on.database
      const [same, again, other] = ['key', 'key', 'count'].map((column) =>
        statement(
          (_, value: PlaceOf<{ least: number }>) =>
            sql`select ${sql.ref(column)} from rate_limit where count >= ${value('least')} order by key`,
        ),
      )
      for (const each of [same, again, other, again, same]) expect(await each?.(db, { least: 1 })).toHaveLength(2)
    })

    test('goes on after its table has changed', async () => {
      const { db } = on.database
      for (let times = 0; times < 10; times += 1) await limitsFrom(db, { least: 9, prefix: '' })
      await sql`alter table rate_limit add column more text`.execute(db)
      expect(await limitsFrom(db, { least: 9, prefix: '' })).toEqual([{ key: 'many', named: 'many' }])
    })
  })

  databasesForTests(
    'a connection to PostgreSQL',
    (on) => {
      test('plans a statement that is built once no more than once', async () => {
        const kept = await inTransaction(on.database.db, async (transaction) => {
          for (let times = 0; times < 3; times += 1) await limitsFrom(transaction, { least: 1, prefix: '' })
          return sql<{ statement: string; runs: number }>`
          select statement, generic_plans + custom_plans as runs from pg_prepared_statements
        `.execute(transaction)
        })
        expect(kept.rows).toEqual([{ statement: expect.stringContaining('"rate_limit"'), runs: 3 }])
      })

      test('compresses answers with the fast method', async () => {
        const { rows } = await sql<{ attname: string }>`
        select attname from pg_attribute
        where attrelid = 'application'::regclass and attcompression = 'l' order by attname
      `.execute(on.database.db)
        expect(rows.map(({ attname }) => attname)).toEqual(['answers', 'writings'])
      })
    },
    'postgres',
  )
})
