import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import yauzl from 'yauzl'
import { acceptChanges } from './accept-changes.ts'
import type { ChildReply } from './outcome.ts'
import { refusals } from './refusals.ts'
import { wordsInDocx } from './words-in-docx.ts'

const MAX_PARTS = 2_000
const MAX_BYTES = 64 * 1024 * 1024 // all parts together once inflated; a full 1 MB document has a tenth of it

/**
 * Checks a Word document before anything opens it, and refuses it for more parts or bytes than any genuine one has,
 * entities that would expand endlessly, a password, or damage. Every part is inflated and counted, because the zip
 * directory may lie. For a sound document, returns the words that it shows. The office prints tracked changes, so they
 * are accepted first (docs/decisions/0021).
 */
export async function checkDocx(bytes: Uint8Array): Promise<ChildReply> {
  const parts = await partsOf(bytes)
  if ('refused' in parts) return parts
  const xml = Object.values(parts.xml)
  // The format forbids a document type, and thus entities that repeat each other.
  if (xml.some((part) => part.replaceAll('\0', '').includes('<!DOCTYPE'))) return { refused: refusals.brokenWord }
  // Whole documents of another format inside this one: the office silently leaves them out.
  if (xml.some((part) => /<(?:\w+:)?altChunk\b/.test(part))) return { refused: refusals.mixedWord }
  try {
    const accepted = Object.fromEntries(Object.entries(parts.xml).map(([name, part]) => [name, accept(name, part)]))
    const words = wordsInDocx(accepted)
    if (undrawn.test(words)) return { refused: refusals.lessWord }
    const changed = Object.keys(accepted).filter((name) => accepted[name] !== parts.xml[name])
    const file = changed.length > 0 ? await withParts(bytes, accepted, changed) : undefined
    return { kind: 'docx', words, accepted: file }
  } catch {
    return { refused: refusals.brokenWord } // not XML
  }
}

/**
 * A letter of a script that the fonts of the WebAssembly office do not have, as seen in PDFs it made. It draws a box for
 * each such letter, and writes the right text behind it, so that no reader of the PDF's text can tell.
 */
const undrawn =
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Armenian}|\p{Script=Georgian}|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Nko}|\p{Script=Devanagari}|\p{Script=Lao}|\p{Script=Canadian_Aboriginal}|\p{Script=Tifinagh}|\p{Script=Common}|\p{Script=Inherited})\p{L}|[\uff01-\uff9f]/u

const accept = (name: string, part: string) => (/^word\/[^/]+\.xml$/.test(name) ? acceptChanges(part) : part)

/** The same document with these parts replaced. */
async function withParts(
  bytes: Uint8Array,
  xml: Readonly<Record<string, string>>,
  changed: readonly string[],
): Promise<Uint8Array> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const parts = new Map<string, Uint8Array>()
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    if (fileName.endsWith('/')) continue
    const part = changed.includes(fileName) ? xml[fileName] : undefined
    parts.set(
      fileName,
      part === undefined ? await buffer(await zip.openReadStreamPromise(entry)) : Buffer.from(inUtf8(part)),
    )
  }
  return zipSync(Object.fromEntries(parts))
}

/** The text without the encoding that its first line names, which is then UTF-8. */
const inUtf8 = (part: string) => part.replace(/^(<\?xml[^>]*?)\s+encoding=("[^"]*"|'[^']*')/, '$1')

async function partsOf(
  bytes: Uint8Array,
): Promise<{ readonly xml: Readonly<Record<string, string>> } | { readonly refused: string }> {
  const options = { lazyEntries: true, validateEntrySizes: true } as const
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), options).catch(() => undefined)
  if (!zip) return { refused: refusals.brokenWord }
  if (zip.entryCount > MAX_PARTS) return { refused: refusals.hugeWord }
  let total = 0
  const xml: Record<string, string> = {}
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) return { refused: refusals.lockedWord }
      if (total + entry.uncompressedSize > MAX_BYTES) return { refused: refusals.hugeWord }
      if (entry.fileName.endsWith('/')) continue
      const isXml = /\.(xml|rels)$/i.test(entry.fileName)
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        total += chunk.length
        if (total > MAX_BYTES) return { refused: refusals.hugeWord }
        if (isXml) chunks.push(chunk)
      }
      if (isXml) xml[entry.fileName] = textOf(Buffer.concat(chunks))
    }
  } catch {
    return { refused: refusals.brokenWord } // a part that does not inflate, or not to the size in the directory
  }
  return { xml }
}

/** XML is UTF-8 unless its first two bytes indicate UTF-16. */
const textOf = (part: Buffer): string => new TextDecoder(encodings[part.toString('hex', 0, 2)] ?? 'utf-8').decode(part)

const encodings: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
