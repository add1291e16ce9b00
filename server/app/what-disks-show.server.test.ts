import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { careOf, type Form, optionsOf, type Question, questionsByKey } from '../../engine/index.ts'
import { isIndexed } from '../applying/application-index/index.ts'
import { connectDatabase } from '../platform/database/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings, type Settings } from '../platform/settings/index.ts'
import { formOf, readInstitution } from '../running/institution/index.ts'
import {
  applicantAt,
  completeAnswers,
  copyDatabase,
  keyForTests,
  PATIENCE,
  silentLog,
  startPostgres,
} from '../testing/index.ts'
import { startServer } from './start-server.ts'

const MARK = 'Qz7mark'
const DEVICE = 'Qz7device0000000'
const today = '2026-11-21'

const folders: string[] = []
const newFolder = async () => {
  folders.push(await mkdtemp(join(tmpdir(), 'causeway-disks-')))
  return folders.at(-1) ?? ''
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** Everything that must not be found: the marks, and of all that is not indexed the keys, codes and sensitive labels. */
function needlesOf(form: Form): ReadonlyMap<number, readonly Buffer[]> {
  const asked = [...questionsByKey(form).values()].filter(({ key, kind }) => !isIndexed(key) && kind !== 'upload')
  const options = asked.flatMap((question) =>
    optionsIn(question).map(([code, label]) => ({ code, label, isPlain: careOf(form, question.key) === 'none' })),
  )
  const texts = [
    ...[MARK, DEVICE.slice(0, 9)],
    ...asked.map(({ key }) => key),
    // As JSON, because a code of two letters is found anywhere.
    ...options.flatMap(({ code }) => (code.length > 3 ? [`"${code}"`] : [])),
    ...options.flatMap(({ label, isPlain }) => (isPlain || label.length < 12 ? [] : [label])),
  ]
  const long = [...new Set(texts)].filter((text) => text.length > 3).map((text) => Buffer.from(text))
  return Map.groupBy(long, (needle) => needle.readInt32BE())
}

const optionsIn = (question: Question) => (question.kind === 'choice' ? optionsOf(question, today) : [])

/** Which needles are in these bytes. */
function foundIn(bytes: Buffer, needles: ReadonlyMap<number, readonly Buffer[]>): readonly string[] {
  const found = new Set<string>()
  // Few places have the third and fourth byte of a needle.
  const ends = new Uint8Array(2 ** 16)
  for (const start of needles.keys()) ends[start & 0xff_ff] = 1
  let window = 0
  for (let at = 0; at < bytes.length; at += 1) {
    window = (window << 8) | (bytes[at] ?? 0)
    if (ends[window & 0xff_ff] === 0) continue
    for (const needle of needles.get(window) ?? [])
      if (bytes.subarray(at - 3, at - 3 + needle.length).equals(needle)) found.add(needle.toString())
  }
  return [...found]
}

async function foundBelow(folder: string, needles: ReadonlyMap<number, readonly Buffer[]>) {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // A database at work removes files meanwhile.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    found.push(...foundIn(bytes, needles).map((needle) => `${needle} in ${path.slice(folder.length + 1)}`))
  }
  return found
}

/** A mark for each text, each box ticked, and of each list this option, the last one if it is shorter. */
const answersOf = (form: Form, at: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...questionsByKey(form).values()].flatMap((question) => {
      const { key, kind } = question
      if (isIndexed(key) || kind === 'upload' || kind === 'code') return []
      const options = optionsIn(question)
      const option = options[Math.min(at, options.length - 1)]?.[0]
      return [[key, kind === 'tick' ? 'true' : (option ?? `${MARK} ${key}`)]]
    }),
  )

/** What is found without any key after an application was filled, signed, and printed, that was not there before. */
async function shown(settings: Settings, dataOf: readonly string[]) {
  const form = formOf(readInstitution(settings))
  const needles = needlesOf(form)
  const findAll = async () => (await Promise.all(dataOf.map((folder) => foundBelow(folder, needles)))).flat()
  const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
  const maya = await applicantAt(server.app.listeningOrigin, settings.dataDir)
  const before = new Set((await findAll()).map((each) => each.split(' in ')[0]))
  for (const [button_id, num_components] of [
    ['colleges', 3],
    ['crime_no', 1],
  ])
    expect(await maya.call('PUT', '/api/add-another', { button_id, num_components })).toMatchObject({ status: 200 })
  const longest = Math.max(...[...questionsByKey(form).values()].map((each) => Math.min(optionsIn(each).length, 12)))
  for (let at = 0; at < longest; at += 1)
    expect(await maya.call('PUT', '/api/answer', answersOf(form, at))).toMatchObject({ status: 200 })
  const problems = Object.fromEntries(form.keys.map((key) => [key, [`${MARK} is missing`]]))
  expect(await maya.call('POST', '/api/validations', problems)).toMatchObject({ status: 200 })
  const blanks = Object.fromEntries(Object.keys(answersOf(form, 0)).map((key) => [key, '']))
  expect(
    (await maya.call('PUT', '/api/answer', { ...blanks, ...completeAnswers, address_line_1: `${MARK} 1` })).status,
  ).toBe(200)
  expect(await maya.call('PUT', '/api/answer', { race_asian: 'true' })).toMatchObject({ status: 200 })
  expect(await maya.call('POST', '/api/submit')).toMatchObject({ status: 200 })
  await vi.waitUntil(async () => (await maya.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
  await server.close()
  const database = await connectDatabase(settings, silentLog)
  // Not what the office has published: options that anybody reads, whoever chose them.
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname in ('public', 'pgboss') and tablename <> 'edition'`.execute(database.db)
  const inRows: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select each::text as text from ${sql.raw(name)} as each`.execute(
      database.db,
    )
    const text = rows.map((row) => row.text).join('\n')
    inRows.push(...foundIn(Buffer.from(text), needles).map((needle) => `${needle} in the table ${name}`))
  }
  await database.db.executeQuery(sql`checkpoint`.compile(database.db))
  await database.close()
  const isNew = (each: string) => !before.has(each.split(' in ')[0] ?? '')
  return { found: [...(await findAll()), ...inRows].filter(isNew), known: [...before], keys: form.keys }
}

function story(open: () => Promise<{ settings: Settings; folders: readonly string[] }>) {
  test('without the key shows no answer, no key of one, no code and no count', async () => {
    const { settings, folders } = await open()
    const { found, known, keys } = await shown(settings, folders)
    expect(found).toEqual([])
    // Words that PostgreSQL itself or a mail has, such as "state", cannot be looked for.
    expect(known.length).toBeLessThan(40)
    expect(known.filter((word = '') => /crime|race|gender|ssn|charges|essay|mark|device/.test(word))).toEqual([])
    expect(keys.length).toBeGreaterThan(300)
  }, 300_000)
}

describe('the disk of an embedded database', () => {
  story(async () => {
    const dataDir = await newFolder()
    await copyDatabase(inject('embeddedTemplate'), dataDir)
    return { settings: readSettings({ DATA_DIR: dataDir }), folders: [dataDir] }
  })
})

describe.skipIf('skipped' in inject('postgres'))('the disk of a PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
  })
  afterAll(async () => {
    if ('stop' in postgres) await postgres.stop()
  })
  story(async () => {
    if ('skipped' in postgres) throw new Error(postgres.skipped)
    const dataDir = await newFolder()
    const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, SECRET_KEY: keyForTests })
    const database = await connectDatabase(settings, silentLog)
    const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(database.db)
    await database.close()
    return { settings, folders: [dataDir, rows[0]?.data_directory ?? ''] }
  })
})
