import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { casesOf } from '../platform/settings/testing/index.ts'
import { copyDatabase, createSwitch, endedProgram, freePort, keyForTests, startProgram } from '../testing/index.ts'

const otherKey = `test:${Buffer.alloc(32, 8).toString('base64')}`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-faults-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Where no database answers: what is checked before the database ends the start first. */
const nobody = 'postgresql://127.0.0.1:1/nothing'

/** A new data folder that contains an embedded database. */
async function embedded(): Promise<string> {
  const dataDir = join(folder, randomUUID())
  await copyDatabase(inject('embeddedTemplate'), dataDir)
  return dataDir
}

/** Runs a program that cannot start: it must exit by itself and print one sentence. */
async function errorOutputOf(
  environment: Readonly<Record<string, string>>,
  entry: 'main.ts' | 'worker.ts' | 'migrate.ts' = 'main.ts',
) {
  const { code, output, errorOutput } = await endedProgram(entry, { LOG_LEVEL: 'warn', ...environment })
  expect({ code, started: output.includes('Started.') }).toEqual({ code: 1, started: false })
  expect(errorOutput.trimEnd()).toMatch(/^[A-Z][^\n]+\.$/)
  return errorOutput
}

describe('a failed start prints one sentence and exits', { timeout: 240_000 }, () => {
  test('for the folder', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await errorOutputOf({ DATA_DIR: join(file, 'data') })).toMatch(
      /^DATA_DIR cannot be created or written at .* \(ENOTDIR\)/,
    )
  })

  test.each(casesOf('unreachable'))('for %s: %o', async (name, given) => {
    const sentence = await errorOutputOf({ DATA_DIR: folder, DATABASE_URL: nobody, SECRET_KEY: keyForTests, ...given })
    expect(sentence).toMatch(new RegExp(`^${name} `))
  })

  test('for a malformed setting, one of all that readSettings refuses', async () => {
    expect(await errorOutputOf({ PORT: 'eighty' })).toBe('PORT must be a whole number from 1 to 65535.\n')
  })

  test('for a screen that is not built, before a database is asked', async () => {
    const place = await mkdtemp(join(folder, 'release-'))
    for (const name of ['server', 'api', 'engine', 'form', 'node_modules', 'package.json', 'institution.json'])
      await symlink(join(import.meta.dirname, '../..', name), join(place, name))
    await mkdir(join(place, 'screen'))
    const NODE_OPTIONS = '--preserve-symlinks --preserve-symlinks-main'
    const given = { NODE_OPTIONS, DATABASE_URL: nobody, SECRET_KEY: keyForTests, DATA_DIR: folder }
    const { code, errorOutput } = await endedProgram('main.ts', given, join(place, 'server'))
    expect([code, errorOutput]).toEqual([1, 'The screen is not built yet: run `npm run build`, or use script/start.\n'])
  })

  test('for the port, before a database is asked, and nothing keeps the data folder', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const bound = other.address()
    const PORT = String(typeof bound === 'object' ? bound?.port : '')
    const DATA_DIR = await embedded()
    const taken = `Port ${PORT} of 127.0.0.1 is taken by another program: stop it, or set PORT to another one.\n`
    expect(await errorOutputOf({ DATA_DIR, PORT })).toBe(taken)
    expect(await errorOutputOf({ DATA_DIR, PORT, DATABASE_URL: nobody, SECRET_KEY: keyForTests })).toBe(taken)
    other.close()
    expect(await readdir(DATA_DIR)).not.toContain('control.sock')
    const server = await startProgram('main.ts', { DATA_DIR, PORT })
    expect(await server.stop()).toBe(0)
  })

  test('for an address that this machine does not have', async () => {
    const environment = {
      DATA_DIR: await embedded(),
      PORT: String(await freePort()),
      HOST: '192.0.2.1',
      BASE_URL: 'https://apply.example.edu',
    }
    expect(await errorOutputOf(environment)).toBe('HOST 192.0.2.1 is not an address of this machine.\n')
  })

  test('for a missing key of an embedded database', async () => {
    const DATA_DIR = await embedded()
    const PORT = String(await freePort())
    const server = await startProgram('main.ts', { DATA_DIR, PORT })
    await server.stop()
    await rm(join(DATA_DIR, 'secret-key'))
    expect(await errorOutputOf({ DATA_DIR, PORT })).toMatch(/encrypted with the key local-\w+, which is missing/)
  })

  test('for DATABASE_URL without a shared key', async () => {
    expect(await errorOutputOf({ DATABASE_URL: 'postgresql://127.0.0.1:1/x', DATA_DIR: folder })).toMatch(
      /^SECRET_KEY is needed with DATABASE_URL/,
    )
  })
})

const postgres = inject('postgres')
describe.skipIf('skipped' in postgres)('on PostgreSQL', () => {
  const administrator = 'url' in postgres ? postgres.url : ''
  const clients: pg.Client[] = []
  afterAll(() => Promise.all(clients.map((client) => client.end())))

  async function connected(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    clients.push(client)
    return client
  }

  /** A new database that belongs to another user, and a connection URL of a user without any rights in it. */
  async function stranger() {
    const name = `start_${randomUUID().replaceAll('-', '')}`
    const admin = await connected(administrator)
    await admin.query(`create database ${name}`)
    await admin.query(`create role ${name} login`)
    const url = Object.assign(new URL(administrator), { pathname: `/${name}`, username: name }).href
    const inside = await connected(Object.assign(new URL(administrator), { pathname: `/${name}` }).href)
    return { name, url, inside }
  }

  async function environmentFor(url: string, key = keyForTests) {
    // A folder that does not exist yet, as on a clean machine.
    const DATA_DIR = join(folder, randomUUID(), 'data')
    return { DATABASE_URL: url, SECRET_KEY: key, DATA_DIR, PORT: String(await freePort()) }
  }

  test('names each missing database permission, and the first start works once they are granted', async () => {
    const { name, url, inside } = await stranger()
    const environment = await environmentFor(url)
    expect(await errorOutputOf(environment)).toMatch(
      /^The tables are not up to date, .* run npm run migrate, or give it CREATE on the schema public/,
    )
    await inside.query(`grant create on schema public to ${name}`)
    expect(await errorOutputOf(environment)).toMatch(
      /^The tables of the job queue are .* run npm run migrate, or give it CREATE on the database/,
    )
    expect(await errorOutputOf(environment, 'worker.ts')).toMatch(/^The tables of the job queue are not up to date/)
    await inside.query(`grant create on database ${name} to ${name}`)
    const server = await startProgram('main.ts', environment)
    expect((await fetch(`http://127.0.0.1:${environment.PORT}/readyz`)).status).toBe(200)
    // A server with another key does not start beside a running one.
    expect(await errorOutputOf(await environmentFor(url, otherKey))).toMatch(
      /encrypted with another key named test than the one/,
    )
    expect(await server.stop()).toBe(0)
    const { rows } = await inside.query(`select count(*)::int as open from pg_stat_activity where usename = '${name}'`)
    expect(rows).toEqual([{ open: 0 }])
    await inside.query(`insert into kysely_migration values ('9999-future-needs-9999', now()::text)`)
    expect(await errorOutputOf(environment)).toMatch(/belongs to a newer release, which added 9999-future/)
  }, 240_000)

  test.each(['main.ts', 'worker.ts', 'migrate.ts'] as const)(
    'for a database that goes away while %s starts',
    async (entry) => {
      const { url, name, inside } = await stranger()
      await inside.query(`alter database ${name} owner to ${name}`)
      const port = Number(new URL(url).port)
      const host = await createSwitch(port)
      const throughHost = Object.assign(new URL(url), { port: host.port }).href
      const environment = await environmentFor(throughHost)
      const start = async () => {
        if (entry === 'migrate.ts') return void (await endedProgram(entry, environment))
        await (await startProgram(entry, environment)).stop()
      }
      await start() // The first one makes the tables, and sends more.
      const before = host.sent()
      await start()
      const pieces = host.sent() - before
      // Up to half: the rest is from after the start.
      for (const part of [0.02, 0.1, 0.2, 0.3, 0.4, 0.5]) {
        host.makeCurrent(port)
        host.turnOffAfter(Math.ceil(pieces * part))
        expect(await errorOutputOf(environment, entry)).toMatch(/^(The database became|DATABASE_URL names) [^\n]+\.\n$/)
      }
      host.close()
    },
    240_000,
  )
})
