import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { includable } from '../../../api/index.ts'
import type { Register } from '../../../engine/index.ts'
import type { PacketDeps } from '../../documents/packets/index.ts'
import { declined, isDeclined } from '../../platform/control/index.ts'
import { inNetworks } from '../../platform/limits/index.ts'
import { type Settings, startupError } from '../../platform/settings/index.ts'
import { builtInCodes } from './codes.ts'

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

const targetSchema = z.strictObject({
  /** What the files look like. */
  profile: z.enum(['plain', 'slate', 'banner', 'pesc'], 'must be plain, slate, banner or pesc'),
  /** A code map: CSV with the columns list, ours, theirs. Read for every delivery. */
  codes: file.optional(),
  built_in_codes: z
    .array(z.enum(Object.keys(builtInCodes), `must be some of ${Object.keys(builtInCodes).join(', ')}`))
    .default([]),
  /** For Banner: the number of its question (STVWUDQ) by the key of one of the office's own. */
  questions: z
    .record(z.string().regex(/^\w{1,200}$/), z.int('must be the number of a question').min(1).max(99_999_999))
    .refine((all) => new Set(Object.values(all)).size === Object.keys(all).length, 'give two questions one number')
    .optional(),
  /** Whether people open the tables: then no value is a formula. */
  spreadsheet: z.boolean('must be true or false').default(false),
  /** What it may have besides the application. */
  include: z.array(z.enum(includable, `must be some of ${includable.join(', ')}`)).default([]),
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
  targetSchema
    .refine(({ include, recipient }) => !include.includes('ssn') || recipient !== undefined, {
      path: ['recipient'],
      message: 'is needed: Social Security numbers are handed over only encrypted',
    })
    .refine(({ profile, questions }) => profile === 'banner' || questions === undefined, {
      path: ['questions'],
      message: 'is for the profile banner; the others have every question without it',
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

/** The dependencies of every function in this folder. */
export type DeliveriesDeps = PacketDeps & {
  readonly register: Register
  readonly settings: Pick<Settings, 'dataDir' | 'deliveriesFile'>
}

const MOST_ATTEMPTS = 20

type Targets = { readonly targets: Readonly<Record<string, Target>>; readonly problem: string | null }

/** The targets of DELIVERIES_FILE, or none and why it cannot be used. */
export function targetsNow({ settings }: { readonly settings: Pick<Settings, 'deliveriesFile'> }): Targets {
  try {
    return { targets: readTargets(settings.deliveriesFile), problem: null }
  } catch (error) {
    if (!isDeclined(error)) throw error
    return { targets: {}, problem: error.message }
  }
}

/** The names of the targets to which deliveries are sent, rather than kept here only. */
export const sendingTargets = (deps: Pick<DeliveriesDeps, 'settings'>): ReadonlySet<string> =>
  new Set(Object.entries(targetsNow(deps).targets).flatMap(([name, { to }]) => (to ? [name] : [])))

/** Where deliveries are put, in words; null if they are kept here only. */
export const destinationOf = ({ to }: Target): string | null =>
  to === undefined ? null : 'host' in to ? `${to.host}:${to.folder}` : to.folder

/** What was tried, or failed, with these targets lately, the newest first, as the record has it. */
export async function listAttempts({ database }: Pick<DeliveriesDeps, 'database'>, targets: readonly string[]) {
  if (targets.length === 0) return []
  const rows = await database.db
    .selectFrom('audit')
    .select(['id', 'subject as target', 'action', 'at', 'detail'])
    .where('subject', 'in', targets)
    .where('action', 'in', ['delivery failed', 'delivery tried'])
    .orderBy('id', 'desc')
    .limit(MOST_ATTEMPTS)
    .execute()
  return rows.map(({ id, target, action, at, detail }) => {
    const { by, reason, ...tried } = detailSchema.parse(detail)
    return { id, target, at, by, failed: action === 'delivery failed' ? reason : null, tried }
  })
}

const detailSchema = z.object({
  by: z.string().default(''),
  reason: z.string().default(''),
  delivered: z.int().default(0),
  held_back: z.int().default(0),
  reasons: z.record(z.string(), z.int()).default({}),
  values_without_code: z.array(z.string()).default([]),
})

const webhookSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must have lower-case letters, digits and hyphens only'),
  url: z
    .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
    .refine((text) => (URL.parse(text)?.username ?? '') === '', 'must not have a user in it'),
  /** A file with a secret `whsec_…`; two on two lines while one replaces the other. */
  secret_file: file,
  /** A certificate authority (PEM) to trust instead of the public ones. */
  ca_file: file.optional(),
  /** Networks within which an address may be private. */
  allow_addresses: z
    .array(
      z.string().refine((text) => inNetworks([text]) !== undefined, 'must be networks such as 10.1.2.0/24'),
      'must be a list of networks',
    )
    .default([]),
  /** Whether it is told when the form asks otherwise, too. */
  form: z.boolean('must be true or false').default(false),
})

/** The webhooks of DELIVERIES_FILE. */
const webhooksSchema = z
  .array(webhookSchema, 'must be a list')
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'have two of one name')

/** Another system that is told of changes. Paths are absolute. */
export type WebhookSettings = z.output<typeof webhookSchema>

/** Paths in the file are relative to it. */
const withWebhookPaths = (path: string, webhook: WebhookSettings): WebhookSettings => ({
  ...webhook,
  secret_file: resolve(dirname(path), webhook.secret_file),
  ...(webhook.ca_file ? { ca_file: resolve(dirname(path), webhook.ca_file) } : {}),
})

/** The secrets of a webhook as bytes. Throws one sentence if there is none, or one cannot be used. */
export function readWebhookSecrets({ name, secret_file }: WebhookSettings): readonly Buffer[] {
  let text: string
  try {
    text = readFileSync(secret_file, 'utf8')
  } catch (cause) {
    throw new Error(`The secret of the webhook ${name} cannot be read.`, { cause })
  }
  const secrets = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const bytes = secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  const isRight = secrets.every((secret) => /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret))
  if (secrets.length > 0 && isRight && bytes.every(({ length }) => length >= 24 && length <= 64)) return bytes
  throw new Error(`The secret of the webhook ${name} must be whsec_ and 24 to 64 random bytes in base64.`)
}
