import { type PDFContext, PDFCrossRefSection, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'

/** What is written behind the last byte of a PDF to change it: objects one by one, then the table that finds them. */
export type PdfUpdate = {
  /** The bytes of an object as it is now, in the place of an earlier one of that number. */
  readonly object: (ref: PDFRef) => Uint8Array
  /** The last bytes: where each of the objects lies, and where the table before this one does. */
  readonly end: () => Uint8Array
}

/** An update of a file that ends after `length` bytes. Throws where the file keeps its table in a stream, as an update then must. */
export function openUpdate(context: PDFContext, file: Uint8Array): PdfUpdate {
  const last = Buffer.from(file.subarray(-64)).toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(last)?.[1])
  if (Buffer.from(file.subarray(previous, previous + 4)).toString('latin1') !== 'xref') {
    throw new Error('The table of this PDF is of a kind that cannot be continued.')
  }
  const places: { readonly ref: PDFRef; readonly offset: number }[] = []
  let length = file.length
  return {
    object: (ref) => {
      const bytes = written(context.lookup(ref), `\n${ref.objectNumber} 0 obj\n`, '\nendobj')
      places.push({ ref, offset: length + 1 })
      length += bytes.length
      return bytes
    },
    end: () => {
      const table = PDFCrossRefSection.createEmpty()
      // In the order of their numbers: what follows each other is one section of the table.
      places.sort((one, other) => one.ref.objectNumber - other.ref.objectNumber)
      for (const { ref, offset } of places) table.addEntry(ref, offset)
      const { Root, Info, ID } = context.trailerInfo
      const trailer = context.obj({ Size: context.largestObjectNumber + 1, Root, Info, ID, Prev: previous })
      return Buffer.from(`\n${table}trailer\n${trailer}\nstartxref\n${length + 1}\n%%EOF\n`, 'latin1')
    },
  }
}

function written(object: PDFObject | undefined, before: string, after: string): Uint8Array {
  if (object === undefined) return Buffer.from(`${before}null${after}`)
  const bytes = Buffer.alloc(before.length + object.sizeInBytes() + after.length)
  bytes.write(before, 'latin1')
  const end = before.length + object.copyBytesInto(bytes, before.length)
  bytes.write(after, end, 'latin1')
  return bytes
}
