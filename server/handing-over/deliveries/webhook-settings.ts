import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { inNetworks } from '../../platform/limits/index.ts'

const file = z.string().min(1, 'must be the name of a file')
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
})

/** The webhooks of DELIVERIES_FILE. */
export const webhooksSchema = z
  .array(webhookSchema, 'must be a list')
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'have two of one name')

/** Another system that is told of changes. Paths are absolute. */
export type WebhookSettings = z.output<typeof webhookSchema>

/** Paths in the file are relative to it. */
export const withWebhookPaths = (path: string, webhook: WebhookSettings): WebhookSettings => ({
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
