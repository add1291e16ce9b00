import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { isLocal, isLoopback } from './setting-schemas.ts'
import { environmentSchema, secretSettings } from './setting-table.ts'
import { startupError } from './startup-error.ts'

/** The value of each setting, as its schema in the table gives it. */
type Values = z.output<typeof environmentSchema>

type Environment = Readonly<Record<string, string | undefined>>

/** The settings from the environment, checked, with every default filled in (docs/operating.md). */
export type Settings = Readonly<ReturnType<typeof readSettings>>

/** Reads the settings from the environment, or throws a startup error whose one sentence names the setting. */
export function readSettings(environment: Environment) {
  const read = environmentSchema.safeParse(givenSettings(environment))
  if (!read.success) {
    const [issue] = read.error.issues
    throw startupError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const value = read.data
  if (!value.JOBS && value.DATABASE_URL === undefined)
    throw startupError(
      'JOBS=off needs DATABASE_URL: the embedded database belongs to one process, which does its own jobs.',
    )
  // Otherwise each process would generate its own key, and none could read what another encrypted.
  if (value.DATABASE_URL !== undefined && value.SECRET_KEY === undefined)
    throw startupError(
      'SECRET_KEY is needed with DATABASE_URL, the same for every process: make one with `echo "k1:$(openssl rand -base64 32)"` and keep it safe.',
    )
  const baseUrl = value.BASE_URL ?? `http://localhost:${value.PORT}`
  // The development pages show every mailed code, so only this machine may reach them.
  if (isLocal({ baseUrl }) && !isLoopback(value.HOST))
    throw startupError(
      `HOST ${value.HOST} lets other machines reach this server, so BASE_URL must be the address that applicants open.`,
    )
  if (/^__(Host|Secure)-/.test(value.IDENTITY_COOKIE_PREFIX) && !baseUrl.startsWith('https:'))
    throw startupError('IDENTITY_COOKIE_PREFIX must not begin with __Host- or __Secure- unless BASE_URL has https.')
  if (value.METRICS !== undefined && 'port' in value.METRICS && value.METRICS.port === value.PORT)
    throw startupError(`METRICS must not name the port that applicants use, which is PORT (${value.PORT}).`)
  return {
    port: value.PORT,
    host: value.HOST,
    /** The origin that applicants see, without a trailing slash. */
    baseUrl,
    /** Absolute paths of the files of this process's own certificate. If unset, it speaks plain HTTP to its proxy. */
    certificate: readCertificate(value, baseUrl),
    /** Whether a connection with another machine that is not encrypted keeps the process from starting. */
    requiresTls: value.REQUIRE_TLS,
    /** Absolute path of the folder for the embedded database, local files, mail and generated keys. */
    dataDir: dataDirIn(environment),
    /** If unset, the server uses the embedded database in `dataDir`. */
    databaseUrl: value.DATABASE_URL,
    /** If unset, mail is written to files in `dataDir`. */
    smtpUrl: value.SMTP_URL,
    /** The first key encrypts, all of them decrypt. If empty, a key is generated in `dataDir`. */
    secretKeys: value.SECRET_KEY ?? [],
    /** Absolute path. */
    institutionFile: resolve(value.INSTITUTION_FILE),
    /** Absolute path of a file with other limits. If unset, the defaults apply. */
    limitsFile: value.LIMITS_FILE === undefined ? undefined : resolve(value.LIMITS_FILE),
    /** Absolute path of a file with the systems that applications are handed over to. If unset, there are none. */
    deliveriesFile: value.DELIVERIES_FILE === undefined ? undefined : resolve(value.DELIVERIES_FILE),
    /** Where this process serves its metrics. If unset, nowhere. */
    metrics: value.METRICS,
    logLevel: value.LOG_LEVEL,
    identityCookiePrefix: value.IDENTITY_COOKIE_PREFIX,
    /** A Photon server that completes addresses, without a trailing slash. If unset, only ZIP codes are completed. */
    photonUrl: value.PHOTON_URL,
    /** How many proxies in front of this server may state the applicant's address; false for none. */
    trustProxy: value.TRUST_PROXY,
    /** If unset, documents are stored in `dataDir`. */
    s3: readS3(value),
    /** Where clamd listens: `host:port` or the path of its socket. If unset, documents are not scanned. */
    clamd: value.CLAMD,
    /** Absolute path of a file with the certificates of trusted issuers of signatures. If unset, none is trusted. */
    signatureIssuers: value.SIGNATURE_ISSUERS === undefined ? undefined : resolve(value.SIGNATURE_ISSUERS),
    /** What PDFs are signed with. If unset, they are not signed. */
    pdfSigning: readPdfSigning(value),
    /** The path of a file of breached passwords. If unset, new passwords are compared with common ones only. */
    breachedPasswords: value.BREACHED_PASSWORDS === undefined ? undefined : resolve(value.BREACHED_PASSWORDS),
    /** Absolute path of an installed LibreOffice. If unset, it is searched for in PATH. */
    soffice: value.SOFFICE === undefined ? undefined : resolve(value.SOFFICE),
    /** Seconds that a request may take to arrive. If unset, as long as the largest file takes on the slowest connection. */
    requestSeconds: value.REQUEST_SECONDS,
    /** Megabytes in which a server keeps the answers of people who are typing. */
    recentAnswersMegabytes: value.RECENT_ANSWERS_MB,
    /** Seconds that the database may be away before the server reports that it is not ready. */
    readySeconds: value.READY_SECONDS,
    /** Seconds between the stop signal and the stop. Until then the server reports that it is not ready. */
    drainSeconds: value.DRAIN_SECONDS,
    /** Seconds that requests in progress then have left. */
    shutdownSeconds: value.SHUTDOWN_SECONDS,
    /** Absolute path of the folder shared with a Word converter in its own container. If unset, this process converts. */
    wordSpool: value.WORD_SPOOL === undefined ? undefined : resolve(value.WORD_SPOOL),
    /** Whether this process runs jobs (conversions, application PDFs, mail) itself or leaves them to workers. */
    doesJobs: value.JOBS,
    /** If unset, staff sign in with links that the operator makes. */
    staffProvider: readStaffProvider(value),
    /** The host name under which alone the staff desk answers. If unset, under every name of this server. */
    staffHost: value.STAFF_HOST,
  }
}

/**
 * The absolute path of DATA_DIR. A command needs no other setting, and may be given where the others cannot be read, such
 * as a secret that only the server's unit has.
 */
export const dataDirIn = ({ DATA_DIR }: Environment): string =>
  resolve(environmentSchema.shape.DATA_DIR.parse(DATA_DIR || undefined))

function readCertificate({ TLS_CERT, TLS_KEY }: Values, baseUrl: string) {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined
  if (TLS_CERT === undefined) throw startupError('TLS_KEY needs TLS_CERT as well.')
  if (TLS_KEY === undefined) throw startupError('TLS_CERT needs TLS_KEY as well.')
  if (!baseUrl.startsWith('https:')) throw startupError('TLS_CERT needs a BASE_URL with https.')
  return { certFile: resolve(TLS_CERT), keyFile: resolve(TLS_KEY) }
}

function readPdfSigning({ PDF_CERT, PDF_KEY, PDF_KEY_PASSWORD: password, TIME_STAMP_URL: timeStampUrl }: Values) {
  if (PDF_CERT !== undefined && PDF_KEY !== undefined)
    return { certFile: resolve(PDF_CERT), keyFile: resolve(PDF_KEY), password, timeStampUrl }
  const variables = { PDF_CERT, PDF_KEY, PDF_KEY_PASSWORD: password, TIME_STAMP_URL: timeStampUrl }
  const given = Object.entries(variables).find(([, each]) => each !== undefined)?.[0]
  if (given === undefined) return undefined
  throw startupError(`${given} needs ${PDF_CERT === undefined ? 'PDF_CERT' : 'PDF_KEY'} as well.`)
}

function readS3(value: Values) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = value
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value
  const variables = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  if (Object.values(variables).every((each) => each === undefined)) return undefined
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region, credentials: { accessKeyId, secretAccessKey } }
  // Then the machine or container has a role, whose credentials are short-lived.
  if (endpoint && bucket && !accessKeyId && !secretAccessKey)
    return { endpoint, bucket, region, credentials: undefined }
  const missing = Object.entries(variables).find(([, each]) => each === undefined)?.[0]
  throw startupError(`${missing} is needed as well when documents are kept in S3.`)
}

/** The OpenID Connect provider with which staff sign in. */
export type StaffProviderSettings = Readonly<NonNullable<ReturnType<typeof readStaffProvider>>>

/** The settings of the provider, undefined if there is none. Incomplete ones are a startup error. */
function readStaffProvider(value: Values) {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: clientSecret } = value
  if (issuer && clientId && clientSecret) {
    const { STAFF_OIDC_ROLE_CLAIM: roleClaim, STAFF_OIDC_MFA: secondFactor } = value
    return {
      issuer,
      clientId,
      clientSecret,
      /** The claim whose values institution.json maps to roles. */
      roleClaim,
      /** What an ID token must say about the sign-in. If unset, nothing. */
      secondFactor,
    }
  }
  const variables = {
    STAFF_OIDC_ISSUER: issuer,
    STAFF_OIDC_CLIENT_ID: clientId,
    STAFF_OIDC_CLIENT_SECRET: clientSecret,
  }
  const given = Object.entries({ ...variables, STAFF_OIDC_MFA: value.STAFF_OIDC_MFA }).find(([, each]) => each)?.[0]
  if (given === undefined) return undefined
  const missing = Object.entries(variables).find(([, each]) => each === undefined)?.[0]
  throw startupError(`${missing} is needed as well when staff sign in with a provider, as ${given} says.`)
}

/** What `npm run migrate` needs. Without a `migrationUrl` the user of the servers changes the tables. */
export type MigrationSettings = Readonly<ReturnType<typeof readMigrationSettings>>

const migrationSchema = environmentSchema.pick({ DATABASE_URL: true, MIGRATION_DATABASE_URL: true, REQUIRE_TLS: true })

/** Reads them from the environment, or throws a startup error whose one sentence names the setting. */
export function readMigrationSettings(environment: Environment) {
  const read = migrationSchema.safeParse(givenSettings(environment))
  if (!read.success) {
    const [issue] = read.error.issues
    throw startupError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: migrationUrl, REQUIRE_TLS: requiresTls } = read.data
  if (databaseUrl === undefined) {
    throw startupError('npm run migrate needs DATABASE_URL: the server migrates its embedded database at the start.')
  }
  return { databaseUrl, migrationUrl, requiresTls }
}

/**
 * The settings that an environment gives. A secret may be in a file that NAME_FILE names, as vaults, systemd and
 * containers provide it. Throws a startup error if it is given twice or cannot be read.
 */
function givenSettings(environment: Environment): Environment {
  // `NAME=` in a shell or a compose file means the same as leaving out the name.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const fromFiles = secretSettings.flatMap((name) => {
    const path = given[`${name}_FILE`]
    if (path === undefined) return []
    if (given[name] !== undefined) throw startupError(`${name} and ${name}_FILE exclude each other: give one of them.`)
    return [[name, secretIn(`${name}_FILE`, path)] as const]
  })
  return { ...given, ...Object.fromEntries(fromFiles) }
}

function secretIn(name: string, path: string): string {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret !== '') return secret
  } catch (error) {
    throw startupError(`${name} ${path} cannot be read (${Object(error).code}).`, error)
  }
  throw startupError(`${name} ${path} is empty.`)
}

/**
 * Creates DATA_DIR, readable only by its owner, if it does not exist. An existing folder keeps its mode, because it may
 * be a mounted volume that we must not change; so every secret file inside has its own protection.
 */
export function createDataFolder({ dataDir }: Pick<Settings, 'dataDir'>): void {
  try {
    createFolder(dataDir)
    // The dot makes sure that it is a folder.
    accessSync(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
    tighten(dataDir)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw startupError(`DATA_DIR cannot be created or written at ${dataDir}${why}.`, error)
  }
}

/** One that was there before, and could not be taken from everybody else on the machine. */
export function dataFolderWarnings({ dataDir }: Pick<Settings, 'dataDir'>): readonly string[] {
  const mode = othersMode(dataDir)
  return mode === undefined
    ? []
    : [
        `Other users of this machine can look into DATA_DIR at ${dataDir} (mode ${mode}): give it to the user of the server, with mode 700.`,
      ]
}

/** Takes a folder that was there before from everybody else. One of another user stays, and is warned of. */
function tighten(folder: string): void {
  if (othersMode(folder) === undefined) return
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** The mode of a folder that others may use in any way. */
function othersMode(folder: string): string | undefined {
  const mode = statSync(folder).mode & 0o777
  return (mode & 0o077) === 0 ? undefined : mode.toString(8)
}

/** Not with `recursive`: Node never returns where the parent exists but takes no folders, as in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process that starts at the same time may have been first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
