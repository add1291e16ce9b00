import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../secrets/index.ts'

const LIFETIME = 20 * 60 // s; longer than the ten minutes between settled polls (specification §4)

/** A link to one applicant's copy, good for 20 minutes, signed so that it cannot be guessed or turned to another's. */
export function copyLink(keyRing: KeyRing, applicationId: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + LIFETIME
  return `/copies/${applicationId}/${expires}/${signature(keyRing, applicationId, expires).toString('base64url')}`
}

/** Whether the parts of a link are what this server signed and still good. */
export function isGoodLink(
  keyRing: KeyRing,
  { id, expires, signed }: { readonly id: string; readonly expires: string; readonly signed: string },
  now: Date,
): boolean {
  const expected = signature(keyRing, id, Number(expires))
  const given = Buffer.from(signed, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1000 > now.getTime()
}

const signature = (keyRing: KeyRing, id: string, expires: number) =>
  createHmac('sha256', keyRing.derive('copy links')).update(`${id} ${expires}`).digest()
