import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { eraseApplication, erasedBytesWarnings } from '../office/erasure/index.ts'
import { erasuresOn, searchErased } from '../office/erasure/testing/index.ts'
import { connectDatabase, type Database, inTransaction } from '../platform/database/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
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
  const erasures = await erasuresOn({ database, settings })
  await erasures.jobs.start({ only: 'enqueue' })
  const { db } = database
  const [gone, stays] = [await theirs(database, 'qz7gone'), await theirs(database, 'qz7stays')]
  // A signed document: where its original is kept, and what its signatures were worth.
  const kept = {
    kept_key: `kept/${gone.id}/qz7original`,
    signatures: JSON.stringify({ key: 'k', nonce: 'qz7nonce', data: 'qz7verdict' }),
  }
  await db
    .insertInto('document')
    .values({
      ...{ application_id: gone.id, answer_key: 'college_transcript', status: 'COMPLETED', ...kept },
      ...{ file_key: 'qz7file', result_key: 'qz7result', file_name: 'qz7transcript.pdf' },
    })
    .execute()
  gone.marks.push(kept.kept_key, 'qz7nonce', 'qz7verdict', 'qz7file', 'qz7result', 'qz7transcript.pdf')
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

  // It is searched for again, because something was found.
  await searchErased(erasures)
  const { removed, searched: result } = await searched()
  expect(removed).toMatchObject({ signed_versions: 1, pdf_copies: 1, documents: 1 })
  expect(result).toMatchObject({ found: [] })
  expect(result?.marks).toBeGreaterThanOrEqual(4)
  expect(result?.files).toBeGreaterThan(100)
  expect(await erasedBytesWarnings(erasures)).toEqual([])
  expect(Object.values(await filesWith(files, gone.marks))).toEqual(gone.marks.map(() => 0))
  expect(Object.values(await filesWith(files, stays.marks)).every((count) => count > 0)).toBe(true)

  // An account in which no application was begun, once and not at every look.
  await sql`insert into "user" (id, name, email, "emailVerified", "updatedAt")
    values ('unused', '', 'qz7unused@mail.example', true, now())`.execute(db)
  await sql`checkpoint`.execute(db)
  await sql`delete from "user" where id = 'unused'`.execute(db)
  await sql`update erased_account set erased_at = erased_at - interval '6 minutes'`.execute(db)
  expect((await filesWith(files, ['qz7unused'])).qz7unused).toBeGreaterThan(0)
  const scrub = vi.fn(() => (database.kind === 'embedded' ? database.scrub() : Promise.resolve()))
  const counted = { ...erasures, database: { ...database, scrub } as Database }
  for (let times = 0; times < 2; times += 1) await searchErased(counted)
  expect(scrub).toHaveBeenCalledTimes(1)
  expect(await filesWith(files, ['qz7unused'])).toEqual({ qz7unused: 0 })
  await erasures.jobs.stop()
  await database.close()
  const again = await connectDatabase(settings, silentLog)
  expect((await theirs(again, 'qz7stays')).id).toBe(stays.id)
  await again.close()
  expect(Object.values(await filesWith(files, gone.marks))).toEqual(gone.marks.map(() => 0))
}, 300_000)
