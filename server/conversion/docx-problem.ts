import yauzl from 'yauzl'
import { refusals } from './refusals.ts'

const MOST_PARTS = 2_000
const MOST_BYTES = 64 * 1024 * 1024 // all parts together once inflated; a full 1 MB document has a tenth of it
const HEAD = 4_096 // bytes in which a part would declare entities

/**
 * What is wrong with a Word document before anything opens it: more parts or bytes than any honest one holds, entities
 * that would grow without end, a lock, damage. Every part is inflated and counted, because a directory may lie.
 */
export async function docxProblem(bytes: Uint8Array): Promise<string | undefined> {
  const options = { lazyEntries: true, validateEntrySizes: true } as const
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), options).catch(() => undefined)
  if (!zip) return refusals.brokenWord
  if (zip.entryCount > MOST_PARTS) return refusals.hugeWord
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) return refusals.oldWord
      if (total + entry.uncompressedSize > MOST_BYTES) return refusals.hugeWord
      if (entry.fileName.endsWith('/')) continue
      let head = ''
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        total += chunk.length
        if (total > MOST_BYTES) return refusals.hugeWord
        if (head.length < HEAD) head += chunk.toString('latin1', 0, HEAD)
      }
      // The format forbids a document type, and with it entities that repeat each other.
      if (/\.(xml|rels)$/i.test(entry.fileName) && head.replaceAll('\0', '').includes('<!DOCTYPE'))
        return refusals.brokenWord
    }
  } catch {
    return refusals.brokenWord // a part that does not inflate, or not to the size the directory says
  }
  return undefined
}
