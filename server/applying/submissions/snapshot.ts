import {
  type Application,
  english,
  language,
  type Outline,
  outlineInBoth,
  outlineOf,
  withDescriptions,
} from '../../../engine/index.ts'
import { DATA_KEY, type Sealer, sealAgain, sealedSchema } from '../../platform/secrets/index.ts'
import { formToRead } from '../../running/institution/index.ts'

/**
 * What was signed: the answers, and the outline of that day, so that a reprint a year later shows the wording that was
 * signed (Q20). It is encrypted as a whole because it contains secret and sensitive answers.
 */
export type Snapshot = {
  readonly form_version: string
  readonly application: Application
  readonly outline: Outline
  /** The edition of the form that was shown; left out by releases that had none. */
  readonly edition?: { readonly number: number; readonly hash: string }
  /** The outline as the applicant read it, if that was in another language than English. */
  readonly read?: { readonly language: string; readonly outline: Outline }
}

/** What is signed when this is, in the language of who reads, without what its answers hide. */
export function snapshotOf(deps: Parameters<typeof formToRead>[0], application: Application): Snapshot {
  const { form } = deps
  const outline = outlineOf(form, application)
  const isEnglish = language() === english.language
  const read = () => outlineInBoth(formToRead(deps), application, outline)
  return {
    form_version: form.version,
    application: { ...application, answer: withDescriptions(form, application) },
    outline,
    ...(isEnglish ? {} : { read: { language: language(), outline: read() } }),
  }
}

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
