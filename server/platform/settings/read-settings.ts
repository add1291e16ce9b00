import { resolve } from 'node:path'
import type { z } from 'zod'
import { givenSettings } from './given-settings.ts'
import { isLocal } from './is-local.ts'
import { isLoopback } from './is-loopback.ts'
import type { SecretKey } from './parse-secret-keys.ts'
import { readStaffProvider, type StaffProviderSettings } from './read-staff-provider.ts'
import type { MetricsAddress } from './setting-schemas.ts'
import { environmentSchema } from './setting-table.ts'
import { startupError } from './startup-error.ts'

/** The settings from the environment, checked, with every default filled in (docs/operating.md). */
export type Settings = {
  readonly port: number
  readonly host: string
  /** The origin that applicants see, without a trailing slash. */
  readonly baseUrl: string
  /** Absolute paths of the files of this process's own certificate. If unset, it speaks plain HTTP to its proxy. */
  readonly certificate: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Whether a connection with another machine that is not encrypted keeps the process from starting. */
  readonly requiresTls: boolean
  /** Absolute path of the folder for the embedded database, local files, mail and generated keys. */
  readonly dataDir: string
  /** If unset, the server uses the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** If unset, mail is written to files in `dataDir`. */
  readonly smtpUrl: string | undefined
  /** The first key encrypts, all of them decrypt. If empty, a key is generated in `dataDir`. */
  readonly secretKeys: readonly SecretKey[]
  /** Absolute path. */
  readonly institutionFile: string
  /** Absolute path of a file with other limits. If unset, the defaults apply. */
  readonly limitsFile: string | undefined
  /** Absolute path of a file with the systems that applications are handed over to. If unset, there are none. */
  readonly deliveriesFile: string | undefined
  /** Where this process serves its metrics. If unset, nowhere. */
  readonly metrics: MetricsAddress | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly identityCookiePrefix: string
  /** A Photon server that completes addresses, without a trailing slash. If unset, only ZIP codes are completed. */
  readonly photonUrl: string | undefined
  /** How many proxies in front of this server may state the applicant's address; false for none. */
  readonly trustProxy: false | number
  /** If unset, documents are stored in `dataDir`. */
  readonly s3: S3 | undefined
  /** Where clamd listens: `host:port` or the path of its socket. If unset, documents are not scanned. */
  readonly clamd: string | undefined
  /** The path of a file of breached passwords. If unset, new passwords are compared with common ones only. */
  readonly breachedPasswords: string | undefined
  /** Absolute path of an installed LibreOffice. If unset, it is searched for in PATH. */
  readonly soffice: string | undefined
  /** Seconds that a request may take to arrive. If unset, as long as the largest file takes on the slowest connection. */
  readonly requestSeconds: number | undefined
  /** Megabytes in which a server keeps the answers of people who are typing. */
  readonly recentAnswersMegabytes: number
  /** Seconds that the database may be away before the server reports that it is not ready. */
  readonly readySeconds: number
  /** Seconds between the stop signal and the stop. Until then the server reports that it is not ready. */
  readonly drainSeconds: number
  /** Seconds that requests in progress then have left. */
  readonly shutdownSeconds: number
  /** Absolute path of the folder shared with a Word converter in its own container. If unset, this process converts. */
  readonly wordSpool: string | undefined
  /** Whether this process runs jobs (conversions, application PDFs, mail) itself or leaves them to workers. */
  readonly doesJobs: boolean
  /** If unset, staff sign in with links that the operator makes. */
  readonly staffProvider: StaffProviderSettings | undefined
  /** The host name under which alone the staff desk answers. If unset, under every name of this server. */
  readonly staffHost: string | undefined
}

type S3 = {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  /** If unset, the machine or container has a role, whose credentials are short-lived. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Reads the settings from the environment, or throws a startup error whose one sentence names the setting. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
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
    baseUrl,
    certificate: readCertificate(value, baseUrl),
    requiresTls: value.REQUIRE_TLS,
    dataDir: dataDirIn(environment),
    databaseUrl: value.DATABASE_URL,
    smtpUrl: value.SMTP_URL,
    secretKeys: value.SECRET_KEY ?? [],
    institutionFile: resolve(value.INSTITUTION_FILE),
    limitsFile: value.LIMITS_FILE === undefined ? undefined : resolve(value.LIMITS_FILE),
    deliveriesFile: value.DELIVERIES_FILE === undefined ? undefined : resolve(value.DELIVERIES_FILE),
    metrics: value.METRICS,
    logLevel: value.LOG_LEVEL,
    identityCookiePrefix: value.IDENTITY_COOKIE_PREFIX,
    photonUrl: value.PHOTON_URL,
    trustProxy: value.TRUST_PROXY,
    s3: readS3(value),
    clamd: value.CLAMD,
    breachedPasswords: value.BREACHED_PASSWORDS === undefined ? undefined : resolve(value.BREACHED_PASSWORDS),
    soffice: value.SOFFICE === undefined ? undefined : resolve(value.SOFFICE),
    requestSeconds: value.REQUEST_SECONDS,
    recentAnswersMegabytes: value.RECENT_ANSWERS_MB,
    readySeconds: value.READY_SECONDS,
    drainSeconds: value.DRAIN_SECONDS,
    shutdownSeconds: value.SHUTDOWN_SECONDS,
    wordSpool: value.WORD_SPOOL === undefined ? undefined : resolve(value.WORD_SPOOL),
    doesJobs: value.JOBS,
    staffProvider: readStaffProvider(value),
    staffHost: value.STAFF_HOST,
  }
}

/**
 * The absolute path of DATA_DIR. A command needs no other setting, and may be given where the others cannot be read, such
 * as a secret that only the server's unit has.
 */
export const dataDirIn = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  resolve(environmentSchema.shape.DATA_DIR.parse(DATA_DIR || undefined))

function readCertificate({ TLS_CERT, TLS_KEY }: z.output<typeof environmentSchema>, baseUrl: string) {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined
  if (TLS_CERT === undefined) throw startupError('TLS_KEY needs TLS_CERT as well.')
  if (TLS_KEY === undefined) throw startupError('TLS_CERT needs TLS_KEY as well.')
  if (!baseUrl.startsWith('https:')) throw startupError('TLS_CERT needs a BASE_URL with https.')
  return { certFile: resolve(TLS_CERT), keyFile: resolve(TLS_KEY) }
}

function readS3(value: z.output<typeof environmentSchema>): S3 | undefined {
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
  if (endpoint && bucket && !accessKeyId && !secretAccessKey)
    return { endpoint, bucket, region, credentials: undefined }
  const missing = Object.entries(variables).find(([, each]) => each === undefined)?.[0]
  throw startupError(`${missing} is needed as well when documents are kept in S3.`)
}
