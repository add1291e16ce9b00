import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readMigrationSettings, readSettings } from '../platform/settings/index.ts'
import { casesOf } from '../platform/settings/testing/index.ts'
import { copyDatabase, createSwitch, endedProgram, freePort, keyForTests, silentLog } from '../testing/index.ts'
import { migrateTables } from './migrate-tables.ts'
import { type Running, startSentence } from './run-until-stopped.ts'
import { startServer } from './start-server.ts'
import { startWorker } from './start-worker.ts'

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

type Entry = 'main.ts' | 'worker.ts' | 'migrate.ts'
type Environment = Readonly<Record<string, string>>

/** Starts what a program starts, in this process: a program takes seconds to load. */
const startHere: Readonly<Record<Entry, (environment: Environment) => Promise<Running>>> = {
  'main.ts': async (environment) => startServer(readSettings(environment), silentLog),
  'worker.ts': async (environment) => startWorker(readSettings(environment), silentLog),
  'migrate.ts': async (environment) => {
    await migrateTables(readMigrationSettings(environment), silentLog)
    return { close: async () => {} }
  },
}

/** The one sentence with which such a start fails. */
async function sentenceOf(environment: Environment, entry: Entry = 'main.ts'): Promise<string> {
  const error: unknown = await startHere[entry](environment).then(
    async (started) => {
      await started.close()
      return new Error(`${entry} has started.`)
    },
    (reason) => reason,
  )
  const sentence = startSentence(error)
  if (sentence === undefined) throw error
  expect(sentence).toMatch(/^[A-Z][^\n]+\.$/)
  return sentence
}

/** Runs a program that cannot start: it must exit by itself and print one sentence. */
async function errorOutputOf(environment: Environment, entry: Entry = 'main.ts') {
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
    const sentence = await sentenceOf({ DATA_DIR: folder, DATABASE_URL: nobody, SECRET_KEY: keyForTests, ...given })
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
    const taken = `Port ${PORT} of 127.0.0.1 is taken by another program: stop it, or set PORT to another one.`
    expect(await sentenceOf({ DATA_DIR, PORT })).toBe(taken)
    expect(await sentenceOf({ DATA_DIR, PORT, DATABASE_URL: nobody, SECRET_KEY: keyForTests })).toBe(taken)
    other.close()
    expect(await readdir(DATA_DIR)).not.toContain('control.sock')
    await (await startHere['main.ts']({ DATA_DIR, PORT })).close()
  })

  test('for an address that this machine does not have', async () => {
    const environment = {
      DATA_DIR: await embedded(),
      PORT: String(await freePort()),
      HOST: '192.0.2.1',
      BASE_URL: 'https://apply.example.edu',
    }
    expect(await sentenceOf(environment)).toBe('HOST 192.0.2.1 is not an address of this machine.')
  })

  test('for a missing key of an embedded database', async () => {
    const DATA_DIR = await embedded()
    const PORT = String(await freePort())
    await (await startHere['main.ts']({ DATA_DIR, PORT })).close()
    await rm(join(DATA_DIR, 'secret-key'))
    expect(await sentenceOf({ DATA_DIR, PORT })).toMatch(/encrypted with the key local-\w+, which is missing/)
  })

  test('for DATABASE_URL without a shared key', async () => {
    expect(await sentenceOf({ DATABASE_URL: 'postgresql://127.0.0.1:1/x', DATA_DIR: folder })).toMatch(
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
    expect(await sentenceOf(environment)).toMatch(
      /^The tables are not up to date, .* run npm run migrate, or give it CREATE on the schema public/,
    )
    await inside.query(`grant create on schema public to ${name}`)
    expect(await sentenceOf(environment)).toMatch(
      /^The tables of the job queue are .* run npm run migrate, or give it CREATE on the database/,
    )
    expect(await sentenceOf(environment, 'worker.ts')).toMatch(/^The tables of the job queue are not up to date/)
    await inside.query(`grant create on database ${name} to ${name}`)
    const server = await startHere['main.ts'](environment)
    expect((await fetch(`http://127.0.0.1:${environment.PORT}/readyz`)).status).toBe(200)
    // A server with another key does not start beside a running one.
    expect(await sentenceOf(await environmentFor(url, otherKey))).toMatch(
      /encrypted with another key named test than the one/,
    )
    await server.close()
    // A process of PostgreSQL ends a moment after its client was told that the connection is closed.
    const open = () => inside.query(`select application_name from pg_stat_activity where usename = '${name}'`)
    await expect.poll(async () => (await open()).rows, { timeout: 10_000 }).toEqual([])
    await inside.query(`insert into kysely_migration values ('9999-future-needs-9999', now()::text)`)
    expect(await sentenceOf(environment)).toMatch(/belongs to a newer release, which added 9999-future/)
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
      const start = async () => await (await startHere[entry](environment)).close()
      await start() // The first one makes the tables, and sends more.
      const before = host.sent()
      await start()
      const pieces = host.sent() - before
      // Up to half: the rest is from after the start.
      for (const part of [0.02, 0.1, 0.2, 0.3, 0.4, 0.5]) {
        host.makeCurrent(port)
        host.turnOffAfter(Math.ceil(pieces * part))
        expect(await sentenceOf(environment, entry)).toMatch(/^(The database became|DATABASE_URL names) /)
      }
      // Whatever is still open then, the program ends.
      host.makeCurrent(port)
      host.turnOffAfter(Math.ceil(pieces * 0.25))
      expect(await errorOutputOf(environment, entry)).toMatch(/^(The database became|DATABASE_URL names) /)
      host.close()
    },
    240_000,
  )
})
