import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { KeyRing } from './create-key-ring.ts'

/** A token for a link: 256 random bits, so that nobody can guess it (docs/decisions/0014). */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token: reading the table does not reveal the link. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

const LIFETIME = 20 * 60 // s; longer than the ten minutes between settled polls (9.polling.2, Q29)

type Signer = Pick<KeyRing, 'deriveEach'>
const partsSchema = z.object({ id: z.uuid(), expires: z.string().regex(/^\d{1,12}$/), signed: z.string().max(100) })

/**
 * The end of a link to one item, `id/expires/signature`, valid for 20 minutes unless `seconds` says otherwise. It cannot
 * be guessed or altered.
 */
export function signedPath(keyRing: Signer, purpose: string, id: string, now: Date, seconds = LIFETIME): string {
  const expires = Math.floor(now.getTime() / 1000) + seconds
  return `${id}/${expires}/${signature(keyRing.deriveEach(purpose)[0], id, expires).toString('base64url')}`
}

/** The id in the parts of such a link; undefined if they have expired or were not signed here for this purpose. */
export function readSignedPath(keyRing: Signer, purpose: string, parts: unknown, now: Date): string | undefined {
  const read = partsSchema.safeParse(parts)
  if (!read.success) return undefined
  const { id, expires, signed } = read.data
  const given = Buffer.from(signed, 'base64url')
  const isOurs = keyRing.deriveEach(purpose).some((key) => {
    const expected = signature(key, id, Number(expires))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isOurs && Number(expires) * 1000 > now.getTime() ? id : undefined
}

const signature = (key: KeyObject, id: string, expires: number) =>
  createHmac('sha256', key).update(`${id} ${expires}`).digest()
