import type { Application, Outline } from '../../../engine/index.ts'
import { type KeyRing, sealedSchema } from '../../platform/secrets/index.ts'

/**
 * What was signed: the answers, and the outline of that day, so that a reprint a year later shows the wording that was
 * signed (Q20). It is encrypted as a whole because it contains secret and sensitive answers.
 */
export type Snapshot = {
  readonly form_version: string
  readonly application: Application
  readonly outline: Outline
}

/** The stored form of a snapshot: one encrypted text. */
export const sealSnapshot = (snapshot: Snapshot, applicationId: string, keyRing: KeyRing): string =>
  JSON.stringify({ sealed: keyRing.seal(JSON.stringify(snapshot), contextOf(applicationId)) })

/** Decrypts a stored snapshot. Throws if it was changed. */
export function openSnapshot(
  stored: Readonly<Record<string, unknown>>,
  applicationId: string,
  keyRing: KeyRing,
): Snapshot {
  // Decryption proves that this is the text that was stored, so it has the type above.
  return JSON.parse(
    keyRing.open(sealedSchema.parse(stored.sealed), contextOf(applicationId)),
    inCurrentFormat,
  ) as Snapshot
}

/** Outlines stored by an earlier release call an entry a copy. */
const inCurrentFormat = (key: string, value: unknown) => (key === 'as' && value === 'copy' ? 'entry' : value)

const contextOf = (applicationId: string) => `snapshot:${applicationId}`
