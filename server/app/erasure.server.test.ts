import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { staffCalls } from '../../api/index.ts'
import { controlSocketPath, sendCommand } from '../platform/control/index.ts'
import { connectDatabase, type Database } from '../platform/database/index.ts'
import { createLog } from '../platform/http/index.ts'
import { readSettings, type Settings } from '../platform/settings/index.ts'
import { applicantAt, completeAnswers, copyDatabase, databasesForTests, PATIENCE, silentLog } from '../testing/index.ts'
import { pdfOf } from '../testing/sample-files/index.ts'
import { startServer } from './start-server.ts'

const PASSWORD = 'Larch-and-snow 2027'
/** In her answers, her file names, her addresses, and in what staff write. */
const TRACES = /zephyrine|quillfeather|501-55-0187|5015550187/i

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** An empty installation with an embedded database. */
async function openEmbedded() {
  const dataDir = await mkdtemp(join(tmpdir(), 'causeway-erasure-'))
  folders.push(dataDir)
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  return { settings: readSettings({ DATA_DIR: dataDir }) }
}

/** The whole product over one story: what an applicant leaves everywhere, and what is left of it. */
function story(open: () => Promise<{ settings: Settings; database?: Database }>) {
  test('everything about an erased application is gone, and ids and dates stay', async () => {
    const { settings, database } = await open()
    const server = await startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
    const address = server.app.listeningOrigin
    const maya = await applicantAt(address, settings.dataDir, 'zephyrine@mail.example')
    const other = await applicantAt(address, settings.dataDir, 'other@mail.example')
    await other.call('PUT', '/api/answer', { first_name: 'Odalys' })
    const answers = { ...completeAnswers, first_name: 'Zephyrine', last_name: 'Quillfeather', ssn: '501-55-0187' }
    const names = { prev_name: 'Quillfeather', email_address: 'zephyrine@mail.example' }
    expect((await maya.call('PUT', '/api/answer', { ...answers, ...names })).status).toBe(200)
    await maya.attach('college_transcript', 'quillfeather.pdf', await pdfOf('Zephyrine Quillfeather'))
    await vi.waitUntil(async () => (await maya.conversion('college_transcript')) === 'COMPLETED', PATIENCE)
    // Mails to the earlier address, and to one that was only asked for, are in the queue too.
    await changeAddress(maya, settings.dataDir, 'quillfeather@mail.example')
    const asked = { current_password: PASSWORD, username: 'zephyrine.next@mail.example' }
    expect((await maya.call('POST', '/api/email-change', asked)).status).toBe(200)
    const { id, held } = await maya.call('GET', '/api/held-data').then(({ body }) => ({
      ...{ id: String(body.application.id), held: JSON.stringify(body) },
    }))
    expect(held).toMatch(/Zephyrine.*Quillfeather/)
    expect(held).toMatch(/quillfeather@mail.example.*zephyrine.next@mail.example/)
    expect(held).not.toContain('501-55')
    expect((await maya.call('POST', '/api/submit')).status).toBe(200)
    await vi.waitUntil(async () => (await maya.call('GET', '/api/pdf')).body.status === 'COMPLETED', PATIENCE)
    expect((await maya.call('POST', '/api/delete-account', { current_password: PASSWORD })).body.code).toBe(
      'submitted_stays',
    )
    expect(await filesWith(settings.dataDir, id)).not.toEqual([])

    const staff = async (name: string, role: string) => {
      const link = await sendCommand(controlSocketPath(settings.dataDir), 'staff-link', [
        name,
        '--role',
        role,
        '--by',
        'the operator',
      ])
      const token = /#(\S+?)["\s]/.exec(JSON.stringify(link))?.[1]
      const reply = await fetch(address + staffCalls.useStaffLink.path, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) },
      })
      const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return async (call: 'addNote' | 'revealSsn' | 'askErasure' | 'confirmErasure', body: object = {}) => {
        const made = await fetch(address + staffCalls[call].path.replace(':id', id), {
          ...{ method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) },
        })
        return { status: made.status, body: Object(await made.json()) }
      }
    }
    const june = await staff('June Hale', 'processor')
    const ada = await staff('Ada Moss', 'administrator')
    await june('addNote', { text: 'Zephyrine called.' })
    await june('revealSsn', { reason: 'Zephyrine asked.' })
    expect((await june('askErasure', { reason: 'Ms. Quillfeather asks for it.' })).status).toBe(200)
    expect((await ada('confirmErasure')).status).toBe(200)
    await vi.waitUntil(async () => (await filesWith(settings.dataDir, id)).length === 0, PATIENCE)
    expect((await maya.call('GET', '/api/profile')).status).toBe(401)
    expect((await other.call('GET', '/api/profile')).body.answer.first_name).toBe('Odalys')
    await server.close()

    const after = database ?? (await connectDatabase(settings, silentLog))
    expect(await rowsWith(after, TRACES)).toEqual([])
    // They are sealed, so they are counted: what is left is the code that the other applicant signed up with.
    const { rows: mails } = await sql`select id from pgboss.job where name = 'mail'`.execute(after.db)
    expect(mails).toHaveLength(1)
    // Of the id: the erasure, the changes that other systems were told, and the record of who did what.
    const tables = new Set((await rowsWith(after, new RegExp(id))).map(({ table }) => table))
    expect([...tables].sort()).toEqual(
      ['application_change', 'audit', 'erasure', 'removed_file'].filter((each) => tables.has(each)),
    )
    expect(
      await after.db
        .selectFrom('application_change')
        .select('kind')
        .where('application_id', '=', id)
        .orderBy('seq')
        .execute(),
    ).toEqual([{ kind: 'submitted' }, { kind: 'erased' }])
    expect(await after.db.selectFrom('application').select('id').execute()).toHaveLength(1)
    if (!database) await after.close()
  })
}

describe('erasing (embedded)', () => {
  story(openEmbedded)
})

test('what an applicant deleted, an account without an application too, is erased again when the database of before is restored', async () => {
  const { settings } = await openEmbedded()
  const { dataDir } = settings
  const start = () => startServer({ ...settings, port: 0 }, createLog({ logLevel: 'silent' }))
  const server = await start()
  const maya = await applicantAt(server.app.listeningOrigin, dataDir, 'zephyrine@mail.example')
  await maya.call('PUT', '/api/answer', { first_name: 'Zephyrine' })
  const ines = await applicantAt(server.app.listeningOrigin, dataDir, 'quillfeather@mail.example')
  await server.close()
  const backup = join(dataDir, 'backup')
  await cp(join(dataDir, 'database'), backup, { recursive: true })

  const again = await start()
  const here = maya.at(again.app.listeningOrigin)
  const wrong = await here.call('POST', '/api/delete-account', { current_password: 'something else' })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password' } })
  expect((await here.call('GET', '/api/profile')).body.answer.first_name).toBe('Zephyrine')
  const deleted = await here.call('POST', '/api/delete-account', { current_password: PASSWORD })
  expect(deleted.status).toBe(200)
  expect(deleted.cookies.join()).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/)
  expect((await here.call('GET', '/api/profile')).status).toBe(401)
  // What she begins after the backup is in no backup.
  const inesHere = ines.at(again.app.listeningOrigin)
  await inesHere.call('PUT', '/api/answer', { first_name: 'Ines' })
  expect((await inesHere.call('POST', '/api/delete-account', { current_password: PASSWORD })).status).toBe(200)
  const listed = async (list: string) =>
    (await storedIn(dataDir)).filter(({ parentPath }) => parentPath.endsWith(`/${list}`)).length
  await vi.waitUntil(async () => (await listed('erasures')) === 2, PATIENCE)
  await vi.waitUntil(async () => (await listed('erased-accounts')) === 2, PATIENCE)
  await again.close()

  await rm(join(dataDir, 'database'), { recursive: true })
  await cp(backup, join(dataDir, 'database'), { recursive: true })
  await (await start()).close()
  const restored = await connectDatabase(settings, silentLog)
  expect(await rowsWith(restored, TRACES)).toEqual([])
  expect(await restored.db.selectFrom('erasure').select('cause').execute()).toEqual([{ cause: 'list' }])
  expect(await restored.db.selectFrom('user').select('id').execute()).toEqual([])
  await restored.close()
})

databasesForTests('erasing', (on) => story(async () => ({ settings: on.settings, database: on.database })), 'postgres')

/** Changes the email address of an applicant, with the code that is mailed to the new one. */
async function changeAddress({ call }: Awaited<ReturnType<typeof applicantAt>>, dataDir: string, username: string) {
  expect((await call('POST', '/api/email-change', { current_password: PASSWORD, username })).status).toBe(200)
  const folder = join(dataDir, 'mail')
  const isCode = (name: string) => /-email_code-.*\.eml$/.test(name)
  const mail = await vi.waitUntil(async () => (await readdir(folder)).find(isCode), PATIENCE)
  const code = /^ {4}(\d{6})/m.exec(await readFile(join(folder, mail), 'utf8'))?.[1] ?? ''
  expect((await call('POST', '/api/email-change/code', { code })).status).toBe(200)
}

/** Every row of every table, the queue's too, whose text matches. */
async function rowsWith({ db }: Database, pattern: RegExp) {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(db)
  expect(tables.length).toBeGreaterThan(40)
  const found: { table: string; row: string }[] = []
  for (const { schema, name } of tables) {
    const table = sql.id(schema, name)
    const { rows } = await sql<{ row: string }>`select row_to_json(each)::text as row from ${table} as each`.execute(db)
    for (const { row } of rows) if (pattern.test(row)) found.push({ table: name, row })
  }
  return found
}

/** Everything below the folder of documents, read again when a job removed a folder meanwhile. */
async function storedIn(dataDir: string) {
  for (;;) {
    try {
      return await readdir(join(dataDir, 'documents'), { recursive: true, withFileTypes: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

/** Files of the storage whose path has an id. */
async function filesWith(dataDir: string, id: string): Promise<readonly string[]> {
  return (await storedIn(dataDir))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(id) && !path.includes('erasures'))
}
