import { type PDFContext, PDFCrossRefSection, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'

/** What is appended to a PDF to change it: the objects one by one, then the table that locates them. */
export type PdfUpdate = {
  /** The bytes of an object in its current state, which replace an earlier object of that number. */
  readonly object: (ref: PDFRef) => Uint8Array
  /** The last bytes: the positions of the objects and of the previous table. */
  readonly end: () => Uint8Array
}

/** An update to append to `file`. Throws if the file's table is in a stream, as the update's would then have to be. */
export function createUpdate(context: PDFContext, file: Uint8Array): PdfUpdate {
  const last = Buffer.from(file.subarray(-64)).toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(last)?.[1])
  if (Buffer.from(file.subarray(previous, previous + 4)).toString('latin1') !== 'xref') {
    throw new Error('The cross-reference table of this PDF cannot be extended.')
  }
  const places: { readonly ref: PDFRef; readonly offset: number }[] = []
  let length = file.length
  return {
    object: (ref) => {
      const bytes = objectBytes(context.lookup(ref), `\n${ref.objectNumber} 0 obj\n`, '\nendobj')
      places.push({ ref, offset: length + 1 })
      length += bytes.length
      return bytes
    },
    end: () => {
      const table = PDFCrossRefSection.createEmpty()
      // Sorted by number, because consecutive numbers form one section of the table.
      places.sort((one, other) => one.ref.objectNumber - other.ref.objectNumber)
      for (const { ref, offset } of places) table.addEntry(ref, offset)
      const { Root, Info, ID } = context.trailerInfo
      const trailer = context.obj({ Size: context.largestObjectNumber + 1, Root, Info, ID, Prev: previous })
      return Buffer.from(`\n${table}trailer\n${trailer}\nstartxref\n${length + 1}\n%%EOF\n`, 'latin1')
    },
  }
}

function objectBytes(object: PDFObject | undefined, before: string, after: string): Uint8Array {
  if (object === undefined) return Buffer.from(`${before}null${after}`)
  const bytes = Buffer.alloc(before.length + object.sizeInBytes() + after.length)
  bytes.write(before, 'latin1')
  const end = before.length + object.copyBytesInto(bytes, before.length)
  bytes.write(after, end, 'latin1')
  return bytes
}
