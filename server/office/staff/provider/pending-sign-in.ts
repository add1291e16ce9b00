import { z } from 'zod'
import { type KeyRing, sealedSchema } from '../../../platform/secrets/index.ts'

/** How long somebody may take to sign in at the provider. */
export const PENDING_LIFE = 10 * 60 // s

const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** Whether the provider was asked to make the person prove again who they are. */
  isFresh: z.boolean(),
  begunAt: z.number(), // ms
})

/** A sign-in that went to the provider and has not come back; the browser keeps it, encrypted. */
export type PendingSignIn = z.output<typeof schema>

const CONTEXT = 'staff sign-in'

/** The value of the browser's cookie. */
export const sealPending = (keyRing: KeyRing, pending: PendingSignIn): string =>
  Buffer.from(JSON.stringify(keyRing.seal(JSON.stringify(pending), CONTEXT))).toString('base64url')

/** Undefined for a value that was not made here, was changed, or is too old. */
export function openPending(keyRing: KeyRing, value: string | undefined, now: Date): PendingSignIn | undefined {
  const pending = value === undefined ? undefined : opened(keyRing, value)
  const age = pending ? now.getTime() - pending.begunAt : 0
  return age < PENDING_LIFE * 1000 ? pending : undefined
}

function opened(keyRing: KeyRing, value: string): PendingSignIn | undefined {
  try {
    const sealed = sealedSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
    return schema.parse(JSON.parse(keyRing.open(sealed, CONTEXT)))
  } catch {
    return undefined // Anybody can send any cookie.
  }
}
