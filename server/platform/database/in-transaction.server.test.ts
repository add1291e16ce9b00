import { expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { inTransaction } from './index.ts'

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
