import type { SettingName } from '../setting-table.ts'

type Environment = Readonly<Record<string, string>>

/** Every way in which a setting can be wrong. A sentence in place of cases says why there are none. */
export type Wrong = {
  /** Texts that this setting cannot be. */
  readonly malformed: readonly string[] | string
  /** Settings that exclude this one, or lack what it needs. */
  readonly contradictory: readonly Environment[] | string
  /** Well-formed values of something that is not there. The start ends with 1. */
  readonly unreachable: readonly Environment[] | string
  /** The same of something that may come later: the start goes on, and one line of the log names the setting. */
  readonly away?: readonly Environment[]
}

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const database = { DATABASE_URL: 'postgresql://127.0.0.1:1/nothing', SECRET_KEY: `a:${key(1)}` }
const BASE_URL = 'https://apply.example.edu'
const ALONE = 'it depends on no other setting'
const PATH = 'every text is a path'
const NOTHING = 'it names nothing that must be there'
const LATER = 'it may come and go while servers run, so the start does not need it'
const AT_THE_START = 'start-faults.server.test.ts has a case of its own'

/** A new setting without a row does not compile. */
export const wrongSettings: Readonly<Record<SettingName, Wrong>> = {
  PORT: { malformed: ['eighty', '0', '65536', '80.5'], contradictory: ALONE, unreachable: AT_THE_START },
  HOST: {
    malformed: 'every text may be the name of a host',
    contradictory: [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.0.2.1', BASE_URL: 'http://localhost:3000' },
      { HOST: 'server.example.edu', BASE_URL: 'http://127.0.0.1:3000' },
      { HOST: '::ffff:192.0.2.1', BASE_URL: 'http://[::1]:3000' },
    ],
    unreachable: AT_THE_START,
  },
  BASE_URL: {
    malformed: ['transfer.state.edu', 'https://example.edu/apply', 'ftp://example.edu', 'https://user@example.edu'],
    contradictory: 'HOST names the contradiction',
    unreachable: 'a proxy serves it, which may start later',
  },
  TLS_CERT: {
    malformed: PATH,
    contradictory: [{ TLS_CERT: 'cert.pem' }, { TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }],
    unreachable: [{ BASE_URL, TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' }],
  },
  TLS_KEY: {
    malformed: PATH,
    contradictory: [{ TLS_KEY: 'key.pem' }],
    unreachable: [{ BASE_URL, TLS_CERT: 'package.json', TLS_KEY: '/nowhere/key.pem' }],
  },
  REQUIRE_TLS: { malformed: ['yes', 'ON'], contradictory: 'in-the-clear.test.ts has the cases', unreachable: NOTHING },
  DATA_DIR: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ DATA_DIR: '/dev/null/data' }, { DATA_DIR: '/proc/data' }],
  },
  DATABASE_URL: {
    malformed: ['mysql://db.example/causeway', 'db.example'],
    contradictory: 'SECRET_KEY and JOBS name the contradictions',
    unreachable: [database],
  },
  MIGRATION_DATABASE_URL: {
    malformed: ['mysql://db.example/causeway'],
    contradictory: 'only npm run migrate reads it',
    unreachable: 'migrate-tables.server.test.ts has a case of its own',
  },
  SMTP_URL: {
    malformed: ['mail.example:25', 'https://mail.example'],
    contradictory: ALONE,
    unreachable: LATER,
    away: [{ SMTP_URL: 'smtp://127.0.0.1:1' }],
  },
  SECRET_KEY: {
    malformed: ['hunter2', `a:${Buffer.alloc(16).toString('base64')}`, `a:${key(1)},a:${key(2)}`],
    contradictory: [{ DATABASE_URL: database.DATABASE_URL }],
    unreachable: AT_THE_START,
  },
  INSTITUTION_FILE: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ INSTITUTION_FILE: '/nowhere/institution.json' }, { INSTITUTION_FILE: '/proc/self/environ' }],
  },
  LIMITS_FILE: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ LIMITS_FILE: '/nowhere/limits.json' }, { LIMITS_FILE: 'package.json' }],
  },
  DELIVERIES_FILE: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ DELIVERIES_FILE: '/nowhere/deliveries.json' }, { DELIVERIES_FILE: 'package.json' }],
  },
  S3_ENDPOINT: {
    malformed: ['s3.example', 'ftp://s3.example'],
    contradictory: [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }],
    unreachable: LATER,
    away: [{ S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }],
  },
  S3_BUCKET: {
    malformed: 'every text may be the name of a bucket',
    contradictory: [{ S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }],
    unreachable: LATER,
  },
  S3_ACCESS_KEY_ID: {
    malformed: 'every text may be a key',
    contradictory: [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 's' }],
    unreachable: LATER,
  },
  S3_SECRET_ACCESS_KEY: {
    malformed: 'every text may be a key',
    contradictory: [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i' }],
    unreachable: LATER,
  },
  S3_REGION: { malformed: 'every text may be a region', contradictory: ALONE, unreachable: NOTHING },
  SOFFICE: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ SOFFICE: '/nowhere/soffice' }, { SOFFICE: '/etc/passwd' }, { SOFFICE: '/usr' }],
  },
  WORD_SPOOL: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ WORD_SPOOL: '/nowhere/spool' }, { WORD_SPOOL: '/etc/passwd' }],
  },
  CLAMD: {
    malformed: ['clamd.example', 'clamd.example:70000', '127.0.0.1:'],
    contradictory: ALONE,
    unreachable: LATER,
    away: [{ CLAMD: '127.0.0.1:1' }, { CLAMD: '/nowhere/clamd.sock' }],
  },
  SIGNATURE_ISSUERS: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ SIGNATURE_ISSUERS: '/nowhere/issuers.pem' }, { SIGNATURE_ISSUERS: 'package.json' }],
  },
  PDF_CERT: {
    malformed: PATH,
    contradictory: [{ PDF_CERT: 'cert.pem' }],
    unreachable: [
      { PDF_CERT: '/nowhere/cert.pem', PDF_KEY: '/nowhere/key.pem' },
      { PDF_CERT: 'package.json', PDF_KEY: '/nowhere/key.pem' },
    ],
  },
  PDF_KEY: {
    malformed: PATH,
    contradictory: [{ PDF_KEY: 'key.pem' }],
    unreachable: 'pdf-signer.test.ts has the cases',
  },
  PDF_KEY_PASSWORD: {
    malformed: 'every text may be a password',
    contradictory: [{ PDF_KEY_PASSWORD: 'secret' }],
    unreachable: NOTHING,
  },
  TIME_STAMP_URL: {
    malformed: ['time.example.edu', 'ftp://time.example.edu', 'https://user:secret@time.example.edu'],
    contradictory: [{ TIME_STAMP_URL: 'https://timestamp.example.com' }],
    unreachable: LATER,
  },
  BREACHED_PASSWORDS: {
    malformed: PATH,
    contradictory: ALONE,
    unreachable: [{ BREACHED_PASSWORDS: '/nowhere/hashes.txt' }, { BREACHED_PASSWORDS: 'package.json' }],
  },
  IDENTITY_COOKIE_PREFIX: {
    malformed: ['a b', 'a=b', 'ä'],
    contradictory: [{ IDENTITY_COOKIE_PREFIX: '__Host-Id' }, { IDENTITY_COOKIE_PREFIX: '__Secure-Id' }],
    unreachable: NOTHING,
  },
  PHOTON_URL: { malformed: ['maps:photon', 'photon.state.edu'], contradictory: ALONE, unreachable: LATER },
  TRUST_PROXY: { malformed: ['yes', '0', '10', '-1'], contradictory: ALONE, unreachable: NOTHING },
  JOBS: { malformed: ['sometimes', 'ON'], contradictory: [{ JOBS: 'off' }], unreachable: NOTHING },
  REQUEST_SECONDS: { malformed: ['soon', '0', '3601'], contradictory: ALONE, unreachable: NOTHING },
  RECENT_ANSWERS_MB: { malformed: ['much', '-1', '1.5', '16001'], contradictory: ALONE, unreachable: NOTHING },
  READY_SECONDS: { malformed: ['never', '-1', '3601'], contradictory: ALONE, unreachable: NOTHING },
  DRAIN_SECONDS: { malformed: ['-7', '1.5', '3601'], contradictory: ALONE, unreachable: NOTHING },
  SHUTDOWN_SECONDS: { malformed: ['9999', '0', 'never'], contradictory: ALONE, unreachable: NOTHING },
  METRICS: {
    malformed: ['9100', 'localhost:99999', 'metrics.sock', 'localhost:0'],
    contradictory: [{ PORT: '8080', METRICS: '127.0.0.1:8080' }],
    unreachable: 'serve-metrics.test.ts has the cases',
  },
  STAFF_OIDC_ISSUER: {
    malformed: ['idp.example', 'http://idp.example', 'ftp://127.0.0.1', 'http://127.0.0.1.example'],
    contradictory: [{ STAFF_OIDC_CLIENT_ID: 'i', STAFF_OIDC_CLIENT_SECRET: 's' }, { STAFF_OIDC_MFA: 'amr=mfa' }],
    unreachable: LATER,
  },
  STAFF_OIDC_CLIENT_ID: {
    malformed: 'every text may be the name of a client',
    contradictory: [{ STAFF_OIDC_ISSUER: 'https://login.example', STAFF_OIDC_CLIENT_SECRET: 's' }],
    unreachable: LATER,
  },
  STAFF_OIDC_CLIENT_SECRET: {
    malformed: 'every text may be a secret',
    contradictory: [{ STAFF_OIDC_ISSUER: 'https://login.example', STAFF_OIDC_CLIENT_ID: 'i' }],
    unreachable: LATER,
  },
  STAFF_OIDC_ROLE_CLAIM: {
    malformed: 'every text may be the name of a claim',
    contradictory: ALONE,
    unreachable: NOTHING,
  },
  STAFF_OIDC_MFA: {
    malformed: ['totp', 'amr=two words', 'ACR=mfa', 'mfa='],
    contradictory: 'STAFF_OIDC_ISSUER names the contradiction',
    unreachable: NOTHING,
  },
  STAFF_HOST: {
    malformed: ['https://staff.example.edu', 'staff.example.edu:8443', 'staff.example.edu/staff', '-staff'],
    contradictory: ALONE,
    unreachable: NOTHING,
  },
  LOG_LEVEL: { malformed: ['loud', 'INFO'], contradictory: ALONE, unreachable: NOTHING },
}

/** The cases of one kind, each with the name of its setting. */
export const casesOf = <Kind extends keyof Wrong>(kind: Kind) =>
  Object.entries(wrongSettings).flatMap(([name, wrong]) => {
    const cases: readonly (string | Environment)[] | string = wrong[kind] ?? []
    return typeof cases === 'string' ? [] : cases.map((each) => [name, asEnvironment(name, each)] as const)
  })

const asEnvironment = (name: string, given: string | Environment): Environment =>
  typeof given === 'string' ? { [name]: given } : given
