import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { createDataFolder, isStartupError, readSettings } from './index.ts'
import { environmentSchema } from './read-settings.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

test('an empty environment gives a server for this machine only', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    smtpUrl: undefined,
    secretKeys: [],
    institutionFile: resolve('institution.json'),
    limitsFile: undefined,
    logLevel: 'info',
    identityCookiePrefix: 'CausewayIdentity',
    photonUrl: undefined,
    trustProxy: false,
    s3: undefined,
    clamd: undefined,
    soffice: undefined,
    requestSeconds: undefined,
    drainSeconds: 0,
    shutdownSeconds: 30,
    doesJobs: true,
  })
})

test.each([
  [{ PORT: '8080' }, { port: 8080, baseUrl: 'http://localhost:8080' }],
  [{ PORT: '' }, { port: 3000 }],
  [{ BASE_URL: 'https://Apply.Example.edu/' }, { baseUrl: 'https://apply.example.edu' }],
  [{ DATA_DIR: '/srv/causeway' }, { dataDir: '/srv/causeway' }],
  [
    { DATABASE_URL: 'postgresql://user@db.example/causeway', SECRET_KEY: `a:${key(1)}` },
    { databaseUrl: 'postgresql://user@db.example/causeway' },
  ],
  [
    { REQUEST_SECONDS: '60', DRAIN_SECONDS: '5', SHUTDOWN_SECONDS: '10' },
    { requestSeconds: 60, drainSeconds: 5, shutdownSeconds: 10 },
  ],
  [{ SMTP_URL: 'smtps://mail.example:465' }, { smtpUrl: 'smtps://mail.example:465' }],
  [{ SECRET_KEY: `new:${key(1)}` }, { secretKeys: [{ id: 'new', bytes: Buffer.alloc(32, 1) }] }],
  [{ PHOTON_URL: 'https://photon.example.edu/' }, { photonUrl: 'https://photon.example.edu' }],
  [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
  [{ TRUST_PROXY: 'on' }, { trustProxy: 1 }],
  [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [
    { S3_ENDPOINT: 'http://127.0.0.1:7070', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' },
    {
      s3: {
        endpoint: 'http://127.0.0.1:7070',
        bucket: 'b',
        region: 'us-east-1',
        accessKeyId: 'i',
        secretAccessKey: 's',
      },
    },
  ],
  [{ LIMITS_FILE: 'limits.json' }, { limitsFile: resolve('limits.json') }],
  [{ HOST: '0.0.0.0', BASE_URL: 'https://apply.example.edu' }, { host: '0.0.0.0' }],
  [{ HOST: '127.0.0.2' }, { host: '127.0.0.2' }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ CLAMD: '127.0.0.1:3310' }, { clamd: '127.0.0.1:3310' }],
  [{ CLAMD: '/run/clamd.sock' }, { clamd: '/run/clamd.sock' }],
  [{ JOBS: 'off', DATABASE_URL: 'postgresql://db.example/c', SECRET_KEY: `a:${key(1)}` }, { doesJobs: false }],
  [{ SOFFICE: '/opt/office/soffice' }, { soffice: '/opt/office/soffice' }],
])('%o is accepted', (environment, expected) => {
  expect(readSettings(environment)).toMatchObject(expected)
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['BASE_URL', 'transfer.state.edu'],
  ['BASE_URL', 'https://example.edu/apply'],
  ['DATABASE_URL', 'mysql://db.example/causeway'],
  ['REQUEST_SECONDS', 'soon'],
  ['DRAIN_SECONDS', '-7'],
  ['SHUTDOWN_SECONDS', '9999'],
  ['SMTP_URL', 'mail.example:25'],
  ['SECRET_KEY', 'hunter2'],
  ['SECRET_KEY', `a:${Buffer.alloc(16).toString('base64')}`],
  ['SECRET_KEY', `a:${key(1)},a:${key(2)}`],
  ['LOG_LEVEL', 'loud'],
  ['IDENTITY_COOKIE_PREFIX', 'a b'],
  ['PHOTON_URL', 'maps:photon'],
  ['TRUST_PROXY', 'yes'],
  ['S3_ENDPOINT', 's3.example'],
  ['CLAMD', 'clamd.example'],
  ['JOBS', 'sometimes'],
])('a wrong %s (%s) stops the start with one sentence that names it and does not repeat it', (name, value) => {
  const fault = errorOf(() => readSettings({ [name]: value }))
  expect(isStartupError(fault), proves('8.configuration.1')).toBe(true)
  expect(fault.message).toMatch(new RegExp(`^${name} [^\\n]*\\.$`))
  expect(fault.message).not.toContain(value)
})

test('a shared database needs a shared key', () => {
  const fault = errorOf(() => readSettings({ DATABASE_URL: 'postgresql://db.example/c' }))
  expect(fault.message).toMatch(/^SECRET_KEY is needed with DATABASE_URL/)
})

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.0.2.1', BASE_URL: 'http://localhost:3000' },
  { HOST: 'server.example.edu', BASE_URL: 'http://127.0.0.1:3000' },
  { HOST: '::ffff:192.0.2.1', BASE_URL: 'http://[::1]:3000' },
])('%o would expose a development server, so it does not start', (environment) => {
  const fault = errorOf(() => readSettings(environment))
  expect([isStartupError(fault), fault.message]).toEqual([
    true,
    `HOST ${environment.HOST} lets other machines reach this server, so BASE_URL must be the address that applicants open.`,
  ])
})

test('a server that leaves its jobs to workers needs a shared database', () => {
  expect(errorOf(() => readSettings({ JOBS: 'off' })).message).toMatch(/^JOBS=off needs DATABASE_URL/)
})

test('incomplete S3 settings are refused with the missing one', () => {
  const fault = errorOf(() => readSettings({ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'i' }))
  expect([isStartupError(fault), fault.message]).toEqual([
    true,
    'S3_BUCKET is needed as well when documents are kept in S3.',
  ])
})

test('the data folder is created for its owner only, and a path that is not a folder is an error', () => {
  const parent = mkdtempSync(join(tmpdir(), 'causeway-settings-'))
  try {
    const dataDir = join(parent, 'deep', 'data')
    createDataFolder({ dataDir })
    createDataFolder({ dataDir })
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(errorOf(() => createDataFolder({ dataDir: '/dev/null/data' })).message).toMatch(
      /^DATA_DIR cannot be created/,
    )
  } finally {
    rmSync(parent, { recursive: true })
  }
})

function errorOf(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('It went through.')
}

test('docs/operating.md lists every setting, and no other', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const [, table = ''] = /## Starting\n([\s\S]*?)\n### /.exec(docs) ?? []
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted())
})
