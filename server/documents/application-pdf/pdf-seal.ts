import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Payload, type Reply, type SignaturePlace, sealBegins, sealsIn } from '../../../api/index.ts'
import { type App, refusalUntil, serveCall } from '../../platform/http/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import { type Sealer, sealedSchema } from '../../platform/secrets/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'
import { BLANK_RANGE, type PdfSignature } from './pdf-signer.ts'
import { storedPdfOf } from './stored-pdfs.ts'

/** What a seal says about the file that bears it. `made` is a time (ISO). */
export type SealedPart = {
  readonly kind: 'application PDF' | 'packet'
  readonly reference: string
  readonly made: string
}

/**
 * A PDF with a seal: a comment before its last table, which holds the digest of the file, encrypted with a key of this
 * installation so that nobody else can make one (docs/decisions/0018). Readers ignore comments. A file whose last part has
 * the dictionary of `signature` is then signed, the seal too.
 */
export const sealPdf = (
  sealer: Sealer,
  pdf: Uint8Array,
  about: SealedPart,
  signature?: PdfSignature,
): Promise<Uint8Array> => sealedEnd({ sealer, about, signature }, createHash('sha256'), 0, pdf)

/** The same for a file in chunks, of which the last one has its last table, and the dictionary. */
export async function* sealChunks(
  sealer: Sealer,
  chunks: AsyncIterable<Uint8Array>,
  about: SealedPart,
  signature?: PdfSignature,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let length = 0
  let last: Uint8Array | undefined
  for await (const chunk of chunks) {
    if (last) {
      hash.update(last)
      length += last.length
      yield last
    }
    last = chunk
  }
  if (last) yield await sealedEnd({ sealer, about, signature }, hash, length, last)
}

/** What a file says about itself: whole, a part of another file, changed, or nothing that this installation can check. */
type CheckedSeal =
  | { readonly is: 'whole'; readonly about: SealedPart }
  | { readonly is: 'part'; readonly about: SealedPart; readonly bytes: number }
  | { readonly is: 'changed' }
  | { readonly is: 'unknown'; readonly reason: 'no seal' | 'another key' }

/** Compares a file with its seals. */
export const checkSeal = (sealer: Sealer, file: Uint8Array): CheckedSeal =>
  checkSeals(sealer, {
    length: file.length,
    seals: sealsIn(file).map(({ seal, beginnings }) => ({
      seal,
      beginnings: beginnings.map(({ bytes, hashed }) => ({
        bytes,
        digest: createHash('sha256').update(hashed()).digest('hex'),
      })),
    })),
  })

/** The seals of a file of this length, and the digests of what each may be the seal of. The longest part counts. */
type Sealed = Extract<Payload<'checkPdf'>, { readonly length: number }>

function checkSeals(sealer: Sealer, { length, seals }: Sealed): CheckedSeal {
  if (seals.length === 0) return { is: 'unknown', reason: 'no seal' }
  const opened = seals.map(({ seal, beginnings }) => ({ beginnings, content: opens(sealer, seal) }))
  if (opened.every(({ content }) => content === 'another key')) return { is: 'unknown', reason: 'another key' }
  for (const { beginnings, content } of opened.toReversed()) {
    if (typeof content === 'string') continue
    const { digest, ...about } = content
    const unaltered = beginnings.find((each) => each.digest === digest)
    if (unaltered)
      return unaltered.bytes === length ? { is: 'whole', about } : { is: 'part', about, bytes: unaltered.bytes }
  }
  return { is: 'changed' }
}

/** POST /public/check-pdf: what the page on which anybody can check a PDF asks. */
export function checkPdfRoute(app: App, deps: ApplicationPdfDeps, limits: Pick<Limits, 'takeForAddress'>): void {
  serveCall(app, 'checkPdf', async ({ body, request }) => {
    const attempt = await limits.takeForAddress('check_pdf', request.ip)
    if (!attempt.allowed) return refusalUntil(attempt.retryAfterSeconds)
    const sealer = await deps.pdfSealer()
    if ('seals' in body) return replyFor(checkSeals(sealer, body))
    const letters = body.reference.toUpperCase().replace(/[^A-Z0-9]/g, '') // however it was copied
    const stored = await storedPdfOf(deps, `${letters.slice(0, 4)}-${letters.slice(4)}`)
    // Who has the digest has had the file. For all others it is as if there were none.
    const isSame = stored && createHash('sha256').update(stored).digest('hex') === body.digest
    return isSame ? replyFor(checkSeal(sealer, stored)) : { is: 'not found' }
  })
}

const replyFor = (checked: CheckedSeal): Reply<'checkPdf'> =>
  checked.is === 'unknown' ? { is: checked.reason } : checked

const CONTEXT = 'pdf seal'

const contentSchema = z.object({
  kind: z.enum(['application PDF', 'packet']),
  reference: z.string(),
  made: z.string(),
  digest: z.string(),
})

type Seal = {
  readonly sealer: Sealer
  readonly about: SealedPart
  readonly signature: PdfSignature | undefined
}

/** The end of a file with seal and signature, after `before` bytes whose digest `hash` has. */
async function sealedEnd(
  { sealer, about, signature }: Seal,
  hash: ReturnType<typeof createHash>,
  before: number,
  end: Uint8Array,
): Promise<Uint8Array> {
  const textFor = (digest: string) =>
    Buffer.from(JSON.stringify(sealer.seal(JSON.stringify({ ...about, digest }), CONTEXT))).toString('base64url')
  // Every seal of this content has the same length, so its place can be left empty while the digest is computed.
  const blank = '0'.repeat(textFor('0'.repeat(64)).length)
  const last = Buffer.from(end)
  const [tail = '', start = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(last.subarray(-64).toString('latin1')) ?? []
  const table = Number(start) - before
  if (last.subarray(table, table + 4).toString('latin1') !== 'xref')
    throw new Error('The cross-reference table of this PDF is not in its last part.')
  const place = signature && blankPlaceIn(last.subarray(0, table))
  const begins = sealBegins(place && { at: before + place.at, length: place.length })
  const line = `${begins}${blank}\n`
  const file = Buffer.concat([
    last.subarray(0, table),
    Buffer.from(line),
    last.subarray(table, last.length - tail.length),
    Buffer.from(tail.replace(start, String(Number(start) + line.length))),
  ])
  if (place) writeRange(file, place, before)
  const ofSigned = hash.copy()
  file.write(textFor(hash.update(file).digest('hex')), table + begins.length, 'latin1')
  if (signature && place) {
    const [gap, next] = [place.at - 1, place.at + place.length + 1]
    const digest = ofSigned.update(file.subarray(0, gap)).update(file.subarray(next)).digest()
    const digits = await signature.digitsFor(digest)
    if (digits.length !== place.length) throw new Error('The signature does not fill its place.')
    file.write(digits, place.at, 'latin1')
  }
  return file
}

/** Where the digits of the signature belong. Nothing that somebody has typed is after its dictionary. */
function blankPlaceIn(end: Buffer): SignaturePlace {
  const at = end.lastIndexOf(BLANK_RANGE, undefined, 'latin1') + BLANK_RANGE.length
  const length = end.indexOf('>', at) - at
  if (at < BLANK_RANGE.length || length <= 0) throw new Error('The last part of this PDF has no place for a signature.')
  return { at, length }
}

/** Writes that the signature covers all of the file but its own digits, and the brackets around them. */
function writeRange(file: Buffer, { at, length }: SignaturePlace, before: number): void {
  const next = at + length + 1
  const numbers = [before + at - 1, before + next, file.length - next].map((each) => `${each}`.padEnd(RANGE_DIGITS))
  const range = BLANK_RANGE.replace(/\[0 +\]/, `[0 ${numbers.join(' ')}]`)
  if (range.length !== BLANK_RANGE.length) throw new Error('This PDF is too large for a signature.')
  file.write(range, at - range.length, 'latin1')
}

const RANGE_DIGITS = 12

function opens(sealer: Sealer, text: string): z.output<typeof contentSchema> | 'another key' | 'changed' {
  const sealed = parsed(Buffer.from(text, 'base64url').toString('utf8'), sealedSchema)
  if (!sealed || !isAsWritten(text, 'base64url')) return 'changed'
  if (!isAsWritten(sealed.nonce, 'base64') || !isAsWritten(sealed.data, 'base64')) return 'changed'
  if (!sealer.hasKeyOf(sealed)) return 'another key'
  try {
    return parsed(sealer.open(sealed, CONTEXT), contentSchema) ?? 'changed'
  } catch {
    return 'changed' // made with another key of this name, or altered: in both cases not our seal
  }
}

/** Whether these are the letters with which bytes are written: the last one can have bits that mean nothing. */
const isAsWritten = (text: string, as: 'base64' | 'base64url') => Buffer.from(text, as).toString(as) === text

function parsed<Output>(text: string, schema: z.ZodType<Output>): Output | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // not JSON
  }
}

const USAGE = 'Usage: npm run verify -- <file.pdf>'

/** What the command prints, and the code with which it ends: 0 for yes, 2 for no, 3 for unknown. */
type Verified = { readonly unaltered: string; readonly exit_code: 0 | 2 | 3 }

/** `npm run verify`: whether a file is byte for byte a PDF that this installation made. Throws if it cannot be read. */
export async function verifyCommand(sealer: Sealer, words: readonly string[], folder: string): Promise<Verified> {
  const [path, ...more] = words
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  const file = resolve(folder, path)
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The server cannot read ${file} (${error.code}).`)
  })
  return replyTo(checkSeal(sealer, bytes), bytes.length)
}

export function replyTo(checked: CheckedSeal, length: number): Verified {
  switch (checked.is) {
    case 'whole':
      return { unaltered: `yes. This is the ${named(checked)}, byte for byte.`, exit_code: 0 }
    case 'part':
      return {
        unaltered: `no. The first ${checked.bytes} bytes are the ${named(checked)}, byte for byte; the other ${length - checked.bytes} were added or altered later.`,
        exit_code: 2,
      }
    case 'changed':
      return { unaltered: 'no. This file has a seal and was altered after it was made.', exit_code: 2 }
    case 'unknown':
      return { unaltered: `unknown. ${REASONS[checked.reason]}`, exit_code: 3 }
  }
}

const REASONS = {
  'no seal':
    'This file has no seal: it is from elsewhere, was written again by another program, or is from an earlier release.',
  'another key': 'The seal of this file was made with a key that this server does not have.',
}

const named = ({ about: { kind, reference, made } }: Extract<CheckedSeal, { readonly about: object }>) =>
  `${kind} of ${reference} that this installation made on ${made}`
