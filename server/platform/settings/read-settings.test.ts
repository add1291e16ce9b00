import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { createDataFolder, dataFolderWarnings, isStartupError, readMigrationSettings, readSettings } from './index.ts'
import { secretSettings, settingTable } from './setting-table.ts'
import { casesOf, wrongSettings } from './testing/index.ts'

describe('settings', () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

  test('an empty environment gives a server for this machine only', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      requiresTls: false,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      smtpUrl: undefined,
      secretKeys: [],
      institutionFile: resolve('institution.json'),
      limitsFile: undefined,
      metrics: undefined,
      logLevel: 'info',
      identityCookiePrefix: 'CausewayIdentity',
      photonUrl: undefined,
      trustProxy: false,
      s3: undefined,
      clamd: undefined,
      pdfSigning: undefined,
      breachedPasswords: undefined,
      soffice: undefined,
      recentAnswersMegabytes: 256,
      requestSeconds: undefined,
      readySeconds: 60,
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
      { REQUEST_SECONDS: '60', READY_SECONDS: '90', DRAIN_SECONDS: '5', SHUTDOWN_SECONDS: '10' },
      { requestSeconds: 60, readySeconds: 90, drainSeconds: 5, shutdownSeconds: 10 },
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
          credentials: { accessKeyId: 'i', secretAccessKey: 's' },
        },
      },
    ],
    [{ BREACHED_PASSWORDS: 'hashes.txt' }, { breachedPasswords: resolve('hashes.txt') }],
    [{ SIGNATURE_ISSUERS: 'issuers.pem' }, { signatureIssuers: resolve('issuers.pem') }],
    [
      { PDF_CERT: 'cert.pem', PDF_KEY: '/etc/key.pem' },
      { pdfSigning: { certFile: resolve('cert.pem'), keyFile: '/etc/key.pem', password: undefined } },
    ],
    [
      {
        PDF_CERT: 'c.pem',
        PDF_KEY: 'k.pem',
        PDF_KEY_PASSWORD: 'p',
        TIME_STAMP_URL: 'http://timestamp.example.com/tsr',
      },
      { pdfSigning: { password: 'p', timeStampUrl: 'http://timestamp.example.com/tsr' } },
    ],
    [{ LIMITS_FILE: 'limits.json' }, { limitsFile: resolve('limits.json') }],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://apply.example.edu' }, { host: '0.0.0.0' }],
    [{ HOST: '127.0.0.2' }, { host: '127.0.0.2' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ METRICS: '127.0.0.1:9100' }, { metrics: { host: '127.0.0.1', port: 9100 } }],
    [{ METRICS: '[::1]:9100' }, { metrics: { host: '::1', port: 9100 } }],
    [{ METRICS: '/run/causeway/metrics.sock' }, { metrics: { path: '/run/causeway/metrics.sock' } }],
    [{ CLAMD: '127.0.0.1:3310' }, { clamd: '127.0.0.1:3310' }],
    [{ CLAMD: '/run/clamd.sock' }, { clamd: '/run/clamd.sock' }],
    [{ JOBS: 'off', DATABASE_URL: 'postgresql://db.example/c', SECRET_KEY: `a:${key(1)}` }, { doesJobs: false }],
    [
      { STAFF_OIDC_ISSUER: 'https://login.example/', STAFF_OIDC_CLIENT_ID: 'i', STAFF_OIDC_CLIENT_SECRET: 's' },
      { staffProvider: { issuer: 'https://login.example/', clientId: 'i', clientSecret: 's', roleClaim: 'groups' } },
    ],
    [
      {
        STAFF_OIDC_ISSUER: 'http://[::1]:8080',
        STAFF_OIDC_CLIENT_ID: 'i',
        STAFF_OIDC_CLIENT_SECRET: 's',
        STAFF_OIDC_ROLE_CLAIM: 'roles',
        STAFF_OIDC_MFA: 'acr=https://refeds.org/profile/mfa',
      },
      {
        staffProvider: { roleClaim: 'roles', secondFactor: { claim: 'acr', value: 'https://refeds.org/profile/mfa' } },
      },
    ],
    [
      { BASE_URL: 'https://apply.example.edu', TLS_CERT: 'cert.pem', TLS_KEY: '/etc/key.pem' },
      { certificate: { certFile: resolve('cert.pem'), keyFile: '/etc/key.pem' } },
    ],
    [
      { BASE_URL: 'https://apply.example.edu', IDENTITY_COOKIE_PREFIX: '__Host-Id' },
      { identityCookiePrefix: '__Host-Id' },
    ],
    [
      { S3_ENDPOINT: 'https://s3.us-west-2.amazonaws.com', S3_BUCKET: 'b', S3_REGION: 'us-west-2' },
      { s3: { bucket: 'b', credentials: undefined } },
    ],
    [{ STAFF_HOST: 'Staff.Example.edu' }, { staffHost: 'staff.example.edu' }],
    [{ SOFFICE: '/opt/office/soffice' }, { soffice: '/opt/office/soffice' }],
  ])('%o is accepted', (environment, expected) => {
    expect(readSettings(environment)).toMatchObject(expected)
  })

  test.each(casesOf('malformed'))(
    'a wrong %s stops the start with one sentence that does not repeat it: %o',
    (name, given) => {
      const fault = errorOf(() => readSettings(given))
      expect(isStartupError(fault), proves('8.configuration.1')).toBe(true)
      expect(fault.message).toMatch(new RegExp(`^${name} [^\\n]*\\.$`))
      // A number such as 0 may be in the sentence that says what is allowed.
      const [value = ''] = Object.values(given)
      if (/^\D{3,}|.{6,}/.test(value)) expect(fault.message.slice(name.length)).not.toContain(value)
    },
  )

  test.each(casesOf('contradictory'))('%s contradicts another setting, and one sentence says so: %o', (name, given) => {
    const fault = errorOf(() => readSettings(given))
    expect(isStartupError(fault)).toBe(true)
    expect(fault.message).toMatch(new RegExp(`^${name}[ =][^\\n]*\\.$`))
  })

  test('every setting has a row that says how it can be wrong, or why it cannot', () => {
    expect(Object.keys(wrongSettings).toSorted()).toEqual(Object.keys(settingTable).toSorted())
  })

  test('a shared database needs a shared key', () => {
    const fault = errorOf(() => readSettings({ DATABASE_URL: 'postgresql://db.example/c' }))
    expect(fault.message).toMatch(/^SECRET_KEY is needed with DATABASE_URL/)
  })

  test('a development server that other machines could reach does not start', () => {
    expect(errorOf(() => readSettings({ HOST: '0.0.0.0' })).message).toBe(
      'HOST 0.0.0.0 lets other machines reach this server, so BASE_URL must be the address that applicants open.',
    )
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

  test('a data folder that others can look into is taken from them, and a warning says so where it cannot be', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'causeway-open-'))
    try {
      expect(dataFolderWarnings({ dataDir })).toEqual([])
      chmodSync(dataDir, 0o755)
      expect(dataFolderWarnings({ dataDir })).toEqual([expect.stringMatching(/can look into DATA_DIR .*\(mode 755\)/)])
      createDataFolder({ dataDir })
      expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    } finally {
      rmSync(dataDir, { recursive: true })
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
})

describe('secrets in files', () => {
  const key = `a:${Buffer.alloc(32, 1).toString('base64')}`
  const url = 'postgresql://causeway:hunter2@db.example/causeway'

  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-given-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const fileWith = (text: string) => {
    const path = join(folder, `${Math.random()}`)
    writeFileSync(path, text)
    return path
  }

  test('a secret may be in a file, which most programs end with a line break', () => {
    for (const end of ['', '\n', '\r\n']) {
      const given = { SECRET_KEY_FILE: fileWith(key + end), DATABASE_URL_FILE: fileWith(url + end), SECRET_KEY: '' }
      expect(readSettings(given)).toMatchObject({ databaseUrl: url, secretKeys: [{ id: 'a' }] })
    }
    const migration = { DATABASE_URL: url, MIGRATION_DATABASE_URL_FILE: fileWith(url) }
    expect(readMigrationSettings(migration)).toMatchObject({ migrationUrl: url })
  })

  test.each(secretSettings)('%s in a file that says nothing, or besides the setting, stops the start', (name) => {
    const read = (given: Readonly<Record<string, string>>) => () => readSettings(given)
    const missing = join(folder, 'missing')
    expect(read({ [`${name}_FILE`]: missing })).toThrow(`${name}_FILE ${missing} cannot be read (ENOENT).`)
    expect(read({ [`${name}_FILE`]: folder })).toThrow(`${name}_FILE ${folder} cannot be read (EISDIR).`)
    const empty = fileWith('\n')
    expect(read({ [`${name}_FILE`]: empty })).toThrow(`${name}_FILE ${empty} is empty.`)
    const twice = { [name]: 'hunter2', [`${name}_FILE`]: fileWith('hunter2') }
    expect(read(twice)).toThrow(`${name} and ${name}_FILE exclude each other: give one of them.`)
  })

  test('what is wrong in a file is named by its setting and not repeated', () => {
    expect(() => readSettings({ SECRET_KEY_FILE: fileWith('hunter2') })).toThrow(/^SECRET_KEY (?!.*hunter2)[^\n]+\.$/)
  })

  test('other settings are not read from files', () => {
    expect(readSettings({ PORT_FILE: fileWith('8080') }).port).toBe(3000)
  })
})

const server = join(import.meta.dirname, '../..')
/** The code that settings are for: all of the server but this folder and tests. */
const code = globSync('**/*.ts', { cwd: server })
  .filter((path) => !/\.test\.ts$|(^|\/)testing\/|^platform\/settings\//.test(path))
  .map((path) => readFileSync(join(server, path), 'utf8'))
  .join('\n')

test.each(Object.keys(readSettings({})))('the setting %s is read by the code that it is for', (name) => {
  expect(code).toMatch(
    new RegExp(
      `\\bsettings\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}(: [^=]*)? = (deps\\.)?settings|[({,]\\s*${name}\\b[^()]*\\}: (Pick<)?Settings|Pick<Settings,[^>]*'${name}'`,
    ),
  )
})
