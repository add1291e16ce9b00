import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Application } from '../../../engine/index.ts'
import type { StoredWrite } from '../../platform/database/index.ts'
import type { DataSealer, Sealer } from '../../platform/secrets/index.ts'
import type { Answers } from './stored-answers.ts'

/** What of an application names a key or holds an answer. It is stored only as one value that its data key encrypts. */
export type Contents = {
  readonly answers: Answers
  readonly writings: Readonly<Record<string, StoredWrite>>
  /** The browser of each device that wrote in it, such as 'Firefox on Windows'. */
  readonly browsers: Readonly<Record<string, string>>
  readonly add_another: Application['add_another']
  readonly tabs: Application['tabs']
  /** The gates that were opened whose "yes" is sensitive; one that no form has any more may be among them. */
  readonly opened_gates: readonly string[]
}

/** Contents, and how they are stored. */
export type StoredRecord = Contents & {
  /** Null for a row of an earlier release, which is sealed by `npm run keys` (seal-applications.ts). */
  readonly packed: Packed | null
}

/**
 * Contents as they are encrypted: compressed as they once were, and what has changed since as JSON. So a save compresses
 * nothing, though it writes the whole value: compressing 50 KB of JSON takes longer than everything else in it.
 */
type Packed = { readonly base: Uint8Array; readonly since: Changes; readonly text: string }

/** By key what is by key; the rest whole. */
export type Changes = Partial<Contents>

const empty: Contents = { answers: {}, writings: {}, browsers: {}, add_another: {}, tabs: {}, opened_gates: [] }

/** A record without anything in it. */
export const emptyRecord: StoredRecord = { ...empty, packed: { base: Buffer.alloc(0), since: {}, text: '{}' } }

/** How long the JSON of what has changed may become before everything is compressed anew. */
const MOST_SINCE = 4_000 // characters

/** The same record with these changes. */
export function changedRecord({ packed, ...before }: StoredRecord, changes: Changes): StoredRecord {
  const { answers = {}, writings = {}, browsers, ...whole } = changes
  // Not by `merged`: a copy of hundreds of entries is made at once only where all copies are of the same kind.
  const contents = {
    ...before,
    ...whole,
    answers: { ...before.answers, ...answers },
    writings: { ...before.writings, ...writings },
    ...(browsers && { browsers: { ...before.browsers, ...browsers } }),
  }
  if (packed === null) return { ...contents, packed }
  const since = merged(packed.since, changes)
  const text = JSON.stringify(since)
  return { ...contents, packed: text.length > MOST_SINCE ? packedAnew(contents) : { ...packed, since, text } }
}

/** A record with these contents that has only been stored in the clear. */
export const recordOf = (contents: Contents): StoredRecord => ({ ...contents, packed: packedAnew(contents) })

const packedAnew = (contents: Contents): Packed => ({
  base: deflateRawSync(JSON.stringify(contents)),
  since: {},
  text: '{}',
})

function merged<Before extends Changes>(before: Before, changes: Changes): Before & Changes {
  const { answers, writings, browsers, ...whole } = changes
  return {
    ...before,
    ...whole,
    ...(answers && { answers: { ...before.answers, ...answers } }),
    ...(writings && { writings: { ...before.writings, ...writings } }),
    ...(browsers && { browsers: { ...before.browsers, ...browsers } }),
  }
}

/** Lengths of what is encrypted, in bytes: so no answer shows by the length. */
const RECORD_STEP = 2_048
const STEP = 512

const LENGTH = 4 // bytes, in which the length of the compressed part is

/** Encrypts a record. Throws if its application has no data key, or is stored in the clear. */
export function sealRecord({ packed }: StoredRecord, applicationId: string, sealer: Sealer): Buffer {
  if (packed === null) throw new Error('An application that is stored in the clear cannot be sealed by a save.')
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(packed.base.length)
  const parts = [length, packed.base, Buffer.from(packed.text)]
  return sealPadded(parts, RECORD_STEP, `record:${applicationId}`, sealer)
}

/** Decrypts a record. Throws if it was changed. */
export function openRecord(sealed: Uint8Array, applicationId: string, sealer: Sealer): StoredRecord {
  const plain = bytesOf(sealer).openBytes(sealed, `record:${applicationId}`)
  const end = LENGTH + plain.readUInt32BE()
  const [base, text] = [plain.subarray(LENGTH, end), plain.toString('utf8', end).trimEnd()]
  // Decrypting proves that this was written by `sealRecord`, so it has these types.
  const compressed: Contents = base.length === 0 ? empty : JSON.parse(inflateRawSync(base).toString())
  const since: Changes = JSON.parse(text)
  // Copied, because later copies of a copy take a hundredth of the time of those of parsed JSON.
  return { ...merged(compressed, { answers: {}, writings: {}, ...since }), packed: { base, since, text } }
}

/** One row of the history: what one device wrote at one time. */
export type Recorded = { readonly changed: Answers; readonly device: string | null }

const recordedSchema = z.object({ changed: z.record(z.string(), z.string()), device: z.string().nullable() })

/** Encrypts a row of the history. */
export const sealHistory = (recorded: Recorded, applicationId: string, revision: number, sealer: Sealer): Buffer =>
  sealPadded([Buffer.from(JSON.stringify(recorded))], STEP, `history:${applicationId}:${revision}`, sealer)

/** Decrypts one. Throws if it was changed. */
export const openHistory = (sealed: Uint8Array, applicationId: string, revision: number, sealer: Sealer): Recorded =>
  recordedSchema.parse(JSON.parse(bytesOf(sealer).openBytes(sealed, `history:${applicationId}:${revision}`).toString()))

/** Encrypts the report of the errors that an applicant was shown. */
export const sealReport = (problems: unknown, applicationId: string, sealer: Sealer): Buffer =>
  sealPadded([Buffer.from(JSON.stringify(problems))], STEP, `report:${applicationId}`, sealer)

/** Decrypts one. Throws if it was changed. */
export const openReport = (sealed: Uint8Array, applicationId: string, sealer: Sealer): unknown =>
  JSON.parse(bytesOf(sealer).openBytes(sealed, `report:${applicationId}`).toString())

/** Blanks after JSON mean nothing to who reads it. */
function sealPadded(parts: readonly Uint8Array[], step: number, context: string, sealer: Sealer): Buffer {
  const { sealBytes, overhead } = bytesOf(sealer)
  const length = parts.reduce((sum, part) => sum + part.length, overhead)
  const padding = Buffer.alloc(Math.ceil(length / step) * step - length, ' ')
  return sealBytes(Buffer.concat([...parts, padding]), context)
}

function bytesOf(sealer: Sealer): DataSealer {
  if (!isDataSealer(sealer)) throw new Error('What is sealed whole needs the data key of its application.')
  return sealer
}

const isDataSealer = (sealer: Sealer): sealer is DataSealer => 'sealBytes' in sealer
