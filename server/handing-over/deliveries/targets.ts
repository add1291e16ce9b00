import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { declined } from '../../platform/control/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { builtInCodes } from './built-in-codes.ts'
import { readWebhookSecrets, type WebhookSettings, webhooksSchema, withWebhookPaths } from './webhook-settings.ts'

const recipient = z.string().regex(/^age1[02-9ac-hj-np-z]{20,}$/, 'must be an age recipient, which begins with age1')
const file = z.string().min(1, 'must be the name of a file')

const folder = z.strictObject({ folder: z.string().min(1) })
const sftp = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(1).max(65_535).default(22),
  user: z.string().min(1),
  /** A private key without a passphrase. */
  key_file: file,
  /** The server's key as `ssh-keygen -lf` prints it. */
  host_key: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be the SHA256 fingerprint of the server’s key'),
  folder: z.string().min(1),
})

const INCLUDABLE = ['documents', 'application_pdfs', 'demographics', 'ssn'] as const

const targetSchema = z.strictObject({
  /** What the files look like. */
  profile: z.enum(['plain', 'slate', 'banner', 'pesc'], 'must be plain, slate, banner or pesc'),
  /** A code map: CSV with the columns list, ours, theirs. Read for every delivery. */
  codes: file.optional(),
  built_in_codes: z
    .array(z.enum(Object.keys(builtInCodes), `must be some of ${Object.keys(builtInCodes).join(', ')}`))
    .default([]),
  /** Whether people open the tables: then no value is a formula. */
  spreadsheet: z.boolean('must be true or false').default(false),
  /** What it may have besides the application. */
  include: z.array(z.enum(INCLUDABLE, `must be some of ${INCLUDABLE.join(', ')}`)).default([]),
  /** For whom Social Security numbers are encrypted. */
  recipient: recipient.optional(),
  /** Where each delivery is put: a folder of this machine, or one of an SFTP server. */
  to: z
    .union([folder, sftp], 'must be { "folder" } or { "host", "user", "key_file", "host_key", "folder" }')
    .optional(),
  keep_days: z
    .int('must be a whole number of days')
    .min(1, 'must be at least 1')
    .max(365, 'must be at most 365')
    .default(30),
})

/** Another system that applications are handed over to. Paths are absolute. */
export type Target = z.output<typeof targetSchema>

const fileSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'is no name of a target: use lower-case letters, digits and hyphens'),
  targetSchema.refine(({ include, recipient }) => !include.includes('ssn') || recipient !== undefined, {
    path: ['recipient'],
    message: 'is needed: Social Security numbers are handed over only encrypted',
  }),
)

/** The targets of DELIVERIES_FILE by name, or none without a file. Throws one sentence that names what is wrong. */
export const readTargets = (path: string | undefined): Readonly<Record<string, Target>> => readFile(path).targets

/** The webhooks of DELIVERIES_FILE, or none without a file. Throws one sentence that names what is wrong. */
export const readWebhooks = (path: string | undefined): readonly WebhookSettings[] => readFile(path).webhooks

function readFile(path: string | undefined) {
  if (path === undefined) return { targets: {}, webhooks: [] }
  const wrong = (what: string, cause?: unknown) => declined(`DELIVERIES_FILE ${path} ${what}.`, cause)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw wrong('cannot be read', cause)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw wrong('is not JSON', cause)
  }
  const checked = <Value>(schema: z.ZodType<Value>, value: unknown, at: readonly string[] = []): Value => {
    const read = schema.safeParse(value)
    if (read.success) return read.data
    const [issue] = read.error.issues
    const where = [...at, ...(issue?.path ?? [])]
    if (issue?.code === 'unrecognized_keys')
      throw wrong(`has ${[...where, issue.keys[0]].join('.')}, which it should not`)
    const nested = issue && 'issues' in issue ? issue.issues?.[0] : undefined
    throw wrong(`is wrong: ${where.join('.')} ${(nested ?? issue)?.message}`)
  }
  const given = checked(z.looseObject({ webhooks: z.unknown().optional() }), json)
  const { webhooks = [], ...targets } = given
  const read = Object.entries(checked(fileSchema, targets))
  return {
    targets: Object.fromEntries(read.map(([name, each]) => [name, withPaths(path, each)])),
    webhooks: checked(webhooksSchema, webhooks, ['webhooks']).map((each) => withWebhookPaths(path, each)),
  }
}

/** Throws a startup error if DELIVERIES_FILE, or the secret of a webhook, cannot be used. */
export function checkTargets({ deliveriesFile }: Pick<Settings, 'deliveriesFile'>): void {
  try {
    for (const each of readWebhooks(deliveriesFile)) readWebhookSecrets(each)
  } catch (error) {
    throw startupError(error instanceof Error ? error.message : String(error), error)
  }
}

/** Paths in the file are relative to it. */
const withPaths = (path: string, target: Target): Target => ({
  ...target,
  ...(target.codes ? { codes: resolve(dirname(path), target.codes) } : {}),
  ...(target.to ? { to: withPathsTo(path, target.to) } : {}),
})

const withPathsTo = (path: string, to: NonNullable<Target['to']>): NonNullable<Target['to']> =>
  'host' in to
    ? { ...to, key_file: resolve(dirname(path), to.key_file) }
    : { folder: resolve(dirname(path), to.folder) }
