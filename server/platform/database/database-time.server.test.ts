import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databasesForTests } from '../../testing/index.ts'
import { isDatabaseTime } from './index.ts'

databasesForTests('times that come back from outside', (on) => {
  const isRead = async (text: string) =>
    sql`select ${text}::timestamptz`.execute(on.database.db).then(
      () => true,
      () => false,
    )

  test.each([
    '2026-11-28 14:55:26.123456+00',
    '2026-11-28T14:55:26.123456Z',
    '2026-11-28 14:55:26+05:45',
    '2024-02-29 00:00:00+00',
    '0001-01-01 00:00:00+00',
    '9999-12-31 23:59:59.999999-15',
  ])('%s is one, and the database reads it', async (text) => {
    expect([isDatabaseTime(text), await isRead(text)]).toEqual([true, true])
  })

  test.each([
    '2024-02-30 00:00:00+00',
    '2023-02-29 00:00:00+00',
    '1900-02-29 00:00:00+00',
    '0000-01-01 00:00:00+00',
    '2024-13-01 00:00:00+00',
    '2024-00-01 00:00:00+00',
    '2024-01-00 00:00:00+00',
    '2024-01-01 25:00:00+00',
    '2024-01-01 00:60:00+00',
    '2024-01-01 00:00:00+99',
    '2024-01-01 00:00:00+16',
    '+275760-09-13',
  ])('%s is none, and the database would not read it', async (text) => {
    expect([isDatabaseTime(text), await isRead(text)]).toEqual([false, false])
  })

  test.each(['1', '99999', '2024', '2024-01-01', 'now', 'yesterday', 'Nov 28 2026', '2024-01-01 00:00:00+00:60'])(
    '%s is none either',
    (text) => expect(isDatabaseTime(text)).toBe(false),
  )
})
