import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { eraseApplication, erasedBytesWarnings, searchErased } from '../office/erasure/index.ts'
import { erasuresForTests } from '../office/erasure/testing/index.ts'
import { connectDatabase, type Database, inTransaction } from '../platform/database/index.ts'
import { createLog } from '../platform/http/index.ts'
import { createJobs } from '../platform/jobs/index.ts'
import { createKeyRing } from '../platform/secrets/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { createStorage } from '../platform/storage/index.ts'
import { formOf, readInstitution } from '../running/institution/index.ts'
import { applicantAt, completeAnswers, copyDatabase, PATIENCE, silentLog } from '../testing/index.ts'
import { startServer } from './start-server.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** In how many files below a folder each of these texts is. */
async function filesWith(folder: string, texts: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name))),
  )
  return Object.fromEntries(texts.map((text) => [text, files.filter((bytes) => bytes.includes(text)).length]))
}

/** An installation in which two people signed applications, and what is theirs alone in the database. */
async function installation() {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-erased-'))
  folders.push(dataDir)
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  const settings = readSettings({ DATA_DIR: dataDir })
  const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
  for (const name of ['qz7gone', 'qz7stays']) {
    const person = await applicantAt(server.app.listeningOrigin, dataDir, `${name}@mail.example`)
    const answers = { ...completeAnswers, last_name: `${name} family` }
    expect((await person.call('PUT', '/api/answer', answers)).status).toBe(200)
    expect(await person.call('POST', '/api/submit')).toMatchObject({ status: 200 })
    await vi.waitUntil(async () => (await person.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
  }
  await server.close()
  return { settings, files: join(dataDir, 'database') }
}

const deps = async (database: Database, settings: ReturnType<typeof readSettings>) => {
  const [institution, keyRing, now] = [readInstitution(settings), createKeyRing(settings), () => new Date()]
  const storage = await createStorage(settings, keyRing, now, randomUUID())
  const jobs = createJobs(database, silentLog)
  const erasures = erasuresForTests({
    database,
    keyRing,
    form: formOf(institution),
    institution,
    now,
    storage,
    jobs,
  })
  await jobs.start({ only: 'enqueue' })
  return { ...erasures, close: () => jobs.stop() }
}

const theirs = async (database: Database, name: string) => {
  const found = await database.db
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.account_id')
    .select(['application.id', 'data_key'])
    .where('email', '=', `${name}@mail.example`)
    .executeTakeFirstOrThrow()
  return {
    id: found.id,
    marks: [`${name}@mail`, `${name} family`, found.data_key?.data ?? '', found.data_key?.nonce ?? ''],
  }
}

test('after an erasure no file of the embedded database has a byte of it, and the certificate says that it was searched for', async () => {
  const { settings, files } = await installation()
  const database = await connectDatabase(settings, silentLog)
  const { close, ...erasures } = await deps(database, settings)
  const { db } = database
  const [gone, stays] = [await theirs(database, 'qz7gone'), await theirs(database, 'qz7stays')]
  await sql`analyze`.execute(db)
  const before = await filesWith(files, gone.marks)
  expect(Object.values(before).every((count) => count > 0)).toBe(true)
  await inTransaction(db, (transaction) => eraseApplication(erasures, transaction, gone.id, { cause: 'retention' }))
  const searched = async () => await db.selectFrom('erasure').select(['removed', 'searched']).executeTakeFirstOrThrow()

  await searchErased(erasures)
  expect(await searched(), 'others may be erased meanwhile').toMatchObject({ searched: null })
  await sql`update erasure set erased_at = erased_at - interval '6 minutes'`.execute(db)
  await searchErased({
    ...erasures,
    marks: new Map(erasures.marks),
    database: { ...database, scrub: async () => {} } as Database,
  })
  expect((await searched()).searched?.found, 'the search finds what is there').not.toEqual([])
  expect(await erasedBytesWarnings(erasures)).toMatchObject([expect.stringContaining(gone.id)])

  await db.updateTable('erasure').set({ searched: null }).execute()
  await searchErased(erasures)
  const { removed, searched: result } = await searched()
  expect(removed).toMatchObject({ signed_versions: 1, pdf_copies: 1, documents: 0 })
  expect(result).toMatchObject({ found: [] })
  expect(result?.marks).toBeGreaterThanOrEqual(4)
  expect(result?.files).toBeGreaterThan(100)
  expect(await erasedBytesWarnings(erasures)).toEqual([])
  expect(Object.values(await filesWith(files, gone.marks))).toEqual(gone.marks.map(() => 0))
  expect(Object.values(await filesWith(files, stays.marks)).every((count) => count > 0)).toBe(true)
  await close()
  await database.close()
  const again = await connectDatabase(settings, silentLog)
  expect((await theirs(again, 'qz7stays')).id).toBe(stays.id)
  await again.close()
  expect(Object.values(await filesWith(files, gone.marks))).toEqual(gone.marks.map(() => 0))
}, 300_000)
