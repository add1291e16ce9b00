import { type Application, type Form, type Outline, outlineOf, withDescriptions } from '../../../engine/index.ts'
import { DATA_KEY, type Sealer, sealAgain, sealedSchema } from '../../platform/secrets/index.ts'

/**
 * What was signed: the answers, and the outline of that day, so that a reprint a year later shows the wording that was
 * signed (Q20). It is encrypted as a whole because it contains secret and sensitive answers.
 */
export type Snapshot = {
  readonly form_version: string
  readonly application: Application
  readonly outline: Outline
}

/** What is signed when this is, without what its answers hide. */
export const snapshotOf = (form: Form, application: Application): Snapshot => ({
  form_version: form.version,
  application: { ...application, answer: withDescriptions(form, application) },
  outline: outlineOf(form, application),
})

/**
 * The stored form of a snapshot: one encrypted text, compressed before unless servers of a release run that cannot read
 * that.
 */
export function sealSnapshot(
  snapshot: Snapshot,
  applicationId: string,
  { seal, sealCompressed }: Sealer,
  isCompressed = true,
): string {
  const sealed = (isCompressed ? sealCompressed : seal)(JSON.stringify(snapshot), contextOf(applicationId))
  return JSON.stringify({ sealed })
}

/** The same snapshot, compressed; undefined if it is already. */
export function compressSnapshot(
  stored: Readonly<Record<string, unknown>>,
  applicationId: string,
  sealer: Sealer,
): string | undefined {
  const sealed = sealedSchema.parse(stored.sealed)
  if (sealed.zip !== undefined) return undefined
  return JSON.stringify({ sealed: sealAgain(sealed, contextOf(applicationId), sealer, sealer, true) })
}

/** Decrypts a stored snapshot. Throws if it was changed. */
export function openSnapshot(
  stored: Readonly<Record<string, unknown>>,
  applicationId: string,
  sealer: Sealer,
): Snapshot {
  // Decryption proves that this is the text that was stored, so it has the type above.
  const text = sealer.open(sealedSchema.parse(stored.sealed), contextOf(applicationId))
  // A reviver takes five times as long as the parsing, so only old texts get one.
  return JSON.parse(text, text.includes(OLD_ENTRY) ? inCurrentFormat : undefined) as Snapshot
}

/** The stored form of the same snapshot, encrypted by the application's data key; undefined if it is already. */
export function sealSnapshotAgain(
  stored: Readonly<Record<string, unknown>>,
  applicationId: string,
  from: Sealer,
  to: Sealer,
): string | undefined {
  const sealed = sealedSchema.parse(stored.sealed)
  if (sealed.kid === DATA_KEY) return undefined
  return JSON.stringify({ sealed: sealAgain(sealed, contextOf(applicationId), from, to) })
}

/** Outlines stored by an earlier release call an entry a copy. */
const OLD_ENTRY = '"as":"copy"'
const inCurrentFormat = (key: string, value: unknown) => (key === 'as' && value === 'copy' ? 'entry' : value)

const contextOf = (applicationId: string) => `snapshot:${applicationId}`
