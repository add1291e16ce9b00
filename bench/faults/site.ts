import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres, startS3StandIn } from '../../server/index.ts'
import { type Supervised, supervise } from '../kills/expect-complete.ts'
import { freePort, waitFor } from '../own-server.ts'
import {
  type HttpProxy,
  type MailServer,
  type Network,
  startHttpProxy,
  startMailServer,
  startNetwork,
} from './services.ts'

/** Two servers and a worker, and everything that they need, with something in between that can go wrong. */
export type Site = {
  /** Through the proxy. */
  readonly address: string
  /** In its folder `mail` are the mails that were received. */
  readonly folder: string
  readonly log: string
  readonly servers: readonly Supervised[]
  readonly worker: Supervised
  readonly front: HttpProxy
  readonly postgres: Exclude<Awaited<ReturnType<typeof startPostgres>>, { skipped: string }>
  readonly database: Network
  /** Straight to the database. */
  readonly databaseUrl: string
  readonly asAdministrator: (...statements: readonly string[]) => Promise<void>
  readonly storage: HttpProxy
  readonly mail: MailServer
  /** Sets the clock of servers and worker off by so many milliseconds. */
  readonly leapBy: (milliseconds: number) => void
  /** Until both servers say that they are ready. */
  readonly untilReady: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The limits of one network are not what is tried here. */
const MANY = { most: 100_000, seconds: 60 }
const limits = Object.fromEntries(
  ['upload', 'sign_in_by_network', 'code_by_network', 'mail_by_network', 'sign_up_by_network'].map((name) => [
    name,
    MANY,
  ]),
)

/** Read by every program before its own code: a clock that a file sets off. */
const clockOf = (file: string) => `import { readFileSync } from 'node:fs'
const Real = Date
let off = 0
setInterval(() => { off = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) }, 100).unref()
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + off) }
  static now() { return Real.now() + off }
}
`

export async function startSite(): Promise<Site | { readonly skipped: string }> {
  const postgres = await startPostgres({ durable: true })
  if ('skipped' in postgres) return postgres
  const folder = mkdtempSync(join(tmpdir(), 'causeway-faults-'))
  for (const name of ['mail', 'one', 'two', 'worker']) mkdirSync(join(folder, name), { mode: 0o700 })
  const [clockFile, preload, log] = ['clock', 'clock.mjs', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const leapBy = (milliseconds: number) => writeFileSync(clockFile, String(milliseconds))
  leapBy(0)
  writeFileSync(preload, clockOf(clockFile))
  writeFileSync(join(folder, 'limits.json'), JSON.stringify(limits))

  const administrator = new URL(postgres.url)
  const run = async (database: string, ...statements: readonly string[]) => {
    administrator.pathname = `/${database}`
    const client = new pg.Client({ connectionString: administrator.href })
    await client.connect()
    try {
      for (const each of statements) await client.query(each)
    } finally {
      await client.end()
    }
  }
  await run('postgres', 'create role causeway login', 'create database causeway owner causeway')
  const database = await startNetwork(Number(administrator.port))
  const s3 = await startS3StandIn()
  const storage = await startHttpProxy([Number(new URL(s3.endpoint).port)])
  const mail = await startMailServer(join(folder, 'mail'))
  const ports = [await freePort(), await freePort()] as const
  const front = await startHttpProxy(ports)
  const address = `http://localhost:${front.port}`
  const environment = {
    NODE_OPTIONS: `--import=${preload}`,
    DATABASE_URL: `postgresql://causeway@127.0.0.1:${database.port}/causeway`,
    SECRET_KEY: `bench:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
    BASE_URL: address,
    LIMITS_FILE: join(folder, 'limits.json'),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const isReady = async (port: number) => ((await fetch(`http://localhost:${port}/readyz`)).ok ? true : undefined)
  const start = (entry: 'main.ts' | 'worker.ts', name: string, more: Record<string, string>) =>
    supervise(entry, { ...environment, DATA_DIR: join(folder, name), ...more }, log)
  // The first one creates the tables.
  const one = start('main.ts', 'one', { PORT: String(ports[0]), JOBS: 'off' })
  await waitFor(() => isReady(ports[0]))
  const two = start('main.ts', 'two', { PORT: String(ports[1]), JOBS: 'off' })
  const worker = start('worker.ts', 'worker', { PORT: String(ports[0]) })
  return {
    ...{ address, folder, log, servers: [one, two], worker, front, postgres, database, storage, mail, leapBy },
    databaseUrl: postgres.url.replace(/[^/]*$/, 'causeway'),
    asAdministrator: (...statements) => run('causeway', ...statements),
    untilReady: async () => {
      for (const port of ports) await waitFor(() => isReady(port))
    },
    close: async () => {
      for (const { stop } of [one, two, worker]) await stop()
      for (const each of [front, database, storage, mail]) each.close()
      await s3.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
