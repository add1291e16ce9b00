import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { editApplication } from '../../applying/applications/index.ts'
import { sweepCommand } from '../../documents/documents/index.ts'
import { documentsForTests } from '../../documents/documents/testing/index.ts'
import { createJobs, type Jobs } from '../../platform/jobs/index.ts'
import { onOneDatabase, silentLog } from '../../testing/index.ts'
import { erasedFilesQueue } from './erase-application.ts'
import { defineErasedFilesJob, eraseFiles, eraseListedAtStart } from './erase-files.ts'
import type { ErasureDeps } from './erasure-deps.ts'
import { erasuresForTests } from './testing/index.ts'

onOneDatabase('files of erased applications', (on) => {
  let erasures: ErasureDeps
  let close: () => Promise<unknown>
  const warned: unknown[] = []
  beforeAll(async () => {
    const warn = (...words: unknown[]) => void warned.push(words.at(-1))
    const jobs = createJobs(on.database, silentLog)
    // Each test runs the job by itself.
    jobs.define(erasedFilesQueue, async () => {})
    await jobs.start({ only: 'enqueue' })
    const started = await documentsForTests(on)
    const known = { ...started.documents, jobs: { ...jobs, define: () => {} } }
    erasures = { ...erasuresForTests(known), log: { info: () => {}, warn } }
    close = () => Promise.all([started.close(), jobs.stop()])
    await sweepCommand(started.documents, ['adopt'])
  })
  afterAll(() => close())
  afterEach(() => {
    vi.restoreAllMocks()
    warned.length = 0
  })
  const db = () => on.database.db

  async function applicant() {
    const account = randomUUID()
    const user = { id: account, name: '', email: `${account}@mail.example`, emailVerified: true, image: null }
    await db()
      .insertInto('user')
      .values({ ...user, updatedAt: new Date() })
      .execute()
    return { account, id: String(await editApplication(erasures, account, async ({ id }) => id)) }
  }
  const there = async (ids: readonly string[]) =>
    (
      await db()
        .selectFrom('application')
        .select('id')
        .where('id', 'in', [...ids])
        .execute()
    ).map(({ id }) => id)
  /** The same storage with lists that name these ids. */
  const listing = (lists: Readonly<Record<string, readonly string[]>>): ErasureDeps['storage'] => ({
    ...erasures.storage,
    async *listOlderThan(_: Date, list = '') {
      for (const id of lists[list] ?? []) yield `x/${list}/${id}`
    },
  })
  const job = (deps: ErasureDeps) => {
    let run: () => Promise<unknown> = async () => {}
    const define: Jobs['define'] = (_, work) => {
      run = () => Promise.resolve(Reflect.apply(work, undefined, []))
    }
    defineErasedFilesJob({ ...deps, jobs: { ...deps.jobs, define } })
    return () => run()
  }

  test('are erased once more a day later, and then no more', async () => {
    const { id } = await applicant()
    const { storage } = erasures
    const files = (['uploads', 'originals', 'converted', 'applications'] as const).map((kind) =>
      storage.keyOf(kind, id, `${randomUUID()}.pdf`),
    )
    const write = () => Promise.all(files.map((key) => storage.write(key, Buffer.from('%PDF'))))
    const left = async () => (await Promise.all(files.map((key) => storage.read(key)))).filter((bytes) => bytes).length
    await write()
    await sql`select erase_application(${id}::uuid, 'list', null, null)`.execute(db())
    await eraseFiles(erasures)
    expect(await left()).toBe(0)
    // An upload that was under way ends only now.
    await write()
    await eraseFiles(erasures)
    expect(await left()).toBe(4)
    await sql`update erasure set erased_at = erased_at - interval '25 hours',
      files_erased_at = files_erased_at - interval '25 hours' where application_id = ${id}`.execute(db())
    await eraseFiles(erasures)
    expect(await left()).toBe(0)
    await write()
    await eraseFiles(erasures)
    expect(await left()).toBe(4)
  })

  test('come with the list of all that were erased, however long it is', async () => {
    const people = await Promise.all([applicant(), applicant(), applicant()])
    const many = (count: number) => Array.from({ length: count }, () => randomUUID())
    const [first = '', second = '', third = ''] = people.map(({ id }) => id)
    const list = [first, ...many(498), second, ...many(500), third]
    await eraseListedAtStart({ ...erasures, storage: listing({ erasures: list }) })
    expect(await there(list)).toEqual([])
    expect(warned).toEqual(['Applications erased again, because they came back with a restored database: 3.'])
  })

  test('an account that is listed takes the application along that the database still has', async () => {
    const [{ account, id }, other] = await Promise.all([applicant(), applicant()])
    await eraseListedAtStart({ ...erasures, storage: listing({ 'erased-accounts': [account] }) })
    expect(await there([id, other.id])).toEqual([other.id])
    const kept = await db().selectFrom('user').select('id').where('id', 'in', [account, other.account]).execute()
    expect(kept).toEqual([{ id: other.account }])
  })

  test('a storage that is away prevents no start', async () => {
    const { id } = await applicant()
    const away: ErasureDeps['storage'] = {
      ...erasures.storage,
      listOlderThan: () => {
        throw new Error('away')
      },
    }
    await eraseListedAtStart({ ...erasures, storage: away })
    expect(warned).toEqual(['The list of erased applications could not be read; it is read again later.'])
    expect(await there([id])).toEqual([id])
  })

  test('the job reads the list with its first run, and again after five minutes', async () => {
    const [first, second] = await Promise.all([applicant(), applicant()])
    const list: string[] = [first.id]
    const run = job({ ...erasures, storage: listing({ erasures: list }) })
    let time = 1_000_000
    vi.spyOn(performance, 'now').mockImplementation(() => time)
    await run()
    expect(await there([first.id, second.id])).toEqual([second.id])
    list.push(second.id)
    time += 299_999
    await run()
    expect(await there([second.id])).toEqual([second.id])
    time += 1
    await run()
    expect(await there([second.id])).toEqual([])
  })
})
