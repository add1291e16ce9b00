import type { Application, Outline } from '../../../engine/index.ts'
import { type KeyRing, sealedSchema } from '../../platform/secrets/index.ts'

/**
 * What was signed: the answers, and the outline as it was drawn that day, so that a reprint in a year shows the wording
 * that was signed (Q20). Sealed as a whole, because secret and sensitive answers stand in it.
 */
export type Snapshot = {
  readonly form_version: string
  readonly application: Application
  readonly outline: Outline
}

/** The snapshot as it is stored: one sealed text. */
export const sealSnapshot = (snapshot: Snapshot, applicationId: string, keyRing: KeyRing): string =>
  JSON.stringify({ sealed: keyRing.seal(JSON.stringify(snapshot), placeOf(applicationId)) })

/** A stored snapshot in the clear. Throws when it was changed. */
export function openSnapshot(
  stored: Readonly<Record<string, unknown>>,
  applicationId: string,
  keyRing: KeyRing,
): Snapshot {
  // The seal proves that this text is the one that was stored, so its shape is the one above.
  return JSON.parse(keyRing.open(sealedSchema.parse(stored.sealed), placeOf(applicationId)), ofThisRelease) as Snapshot
}

/** Outlines that an earlier release sealed call an entry a copy. */
const ofThisRelease = (key: string, value: unknown) => (key === 'as' && value === 'copy' ? 'entry' : value)

const placeOf = (applicationId: string) => `snapshot:${applicationId}`
