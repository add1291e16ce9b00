import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asDatabaseAway, isDatabaseAway, reportOutages } from './report-outages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = { warn: vi.fn(), info: vi.fn() }
const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })

/** A database that answers what reads, and has no space for anything else. */
class FullDisk extends DummyDriver {
  override acquireConnection = async () => ({
    executeQuery: async <Row>({ sql: text }: { readonly sql: string }): Promise<QueryResult<Row>> => {
      if (!text.startsWith('select')) throw full
      return { rows: [] }
    },
    streamQuery: async function* () {},
  })
}

const db = new Kysely<unknown>({
  dialect: reportOutages(
    {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new FullDisk(),
      createIntrospector: (asking) => new PostgresIntrospector(asking),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log,
  ),
})

test('while the disk is full, reads that are answered do not say that the database is back', async () => {
  const read = () => sql`select 1`.execute(db)
  const write = () => expect(sql`insert into answers values (1)`.execute(db)).rejects.toThrow('unavailable')
  await read()
  for (let call = 0; call < 30; call += 1) {
    await write()
    await read()
    vi.advanceTimersByTime(15_000) // the heartbeat
    await read()
  }
  expect(log.warn.mock.calls).toEqual([[{ err: full }, 'The database is unavailable.']])
  expect(log.info).not.toHaveBeenCalled()

  vi.advanceTimersByTime(20_000)
  await read()
  await read()
  expect(log.info.mock.calls).toEqual([['The database is available again.']])
})

test.each([
  ['could not open file "base/5/17458": Read-only file system', true],
  ['could not write to log file "0001" at offset 8192, length 8192: Read-only file system', true],
  ['permission denied for table answers', false],
])('a disk that takes no writing is an outage, and a missing right is none: %s', (message, isAway) => {
  // PostgreSQL gives both the same code.
  expect(isDatabaseAway(asDatabaseAway(Object.assign(new Error(message), { code: '42501' })))).toBe(isAway)
})
