import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { UPLOAD_TYPE, uploadLifetime } from './storage.ts'

/** What an upload to the folder storage may be. `expires` is in milliseconds since 1970. */
const policySchema = z.object({ key: z.string(), type: z.string(), mostBytes: z.number(), expires: z.number() })
export type UploadPolicy = z.output<typeof policySchema>

/** The fields of an upload form: the policy, and the signature that proves we made it. */
export function policyFields(secret: KeyObject, key: string, mostBytes: number, now: Date): Record<string, string> {
  const expires = now.getTime() + uploadLifetime(mostBytes) * 1000
  const policy = Buffer.from(JSON.stringify({ key, type: UPLOAD_TYPE, mostBytes, expires })).toString('base64')
  return { key, 'Content-Type': UPLOAD_TYPE, policy, signature: signature(secret, policy).toString('base64') }
}

/** The policy of a posted form; undefined if we did not sign it, it has expired, or the form contradicts it. */
export function policyOf(
  secret: KeyObject,
  fields: Readonly<Record<string, string | undefined>>,
  now: Date,
): UploadPolicy | undefined {
  const { policy = '', signature: given = '' } = fields
  const expected = signature(secret, policy)
  const received = Buffer.from(given, 'base64')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  const read = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
  const isAllowed = read.expires > now.getTime() && fields.key === read.key && fields['Content-Type'] === read.type
  return isAllowed ? read : undefined
}

const signature = (secret: KeyObject, policy: string) => createHmac('sha256', secret).update(policy).digest()
