import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'

const SIGNATURE = 8 // bytes before the first chunk of a PNG

/**
 * Embeds a PNG without transparency and interlacing unchanged. PDF can decode PNG rows with their predictors, so no bit
 * changes and nothing is compressed again.
 */
export function pngInPdf(pdf: PDFDocument, png: Buffer) {
  const rows: Buffer[] = []
  let header: Buffer = Buffer.alloc(0)
  let table: Buffer = Buffer.alloc(0)
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const kind = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') header = content
    if (kind === 'PLTE') table = content
    if (kind === 'IDAT') rows.push(content)
    at += length + 12
  }
  const [width, height, bits] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(8)]
  const kind = colorSpaces[header.readUInt8(9)]
  if (!kind) throw new Error('PNGs of this color type cannot be embedded.')
  const { context } = pdf
  const space =
    kind === 'Indexed'
      ? context.obj([kind, 'DeviceRGB', table.length / 3 - 1, PDFHexString.of(table.toString('hex'))])
      : PDFName.of(kind)
  const stream = context.stream(Buffer.concat(rows), {
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: bits },
    ...{ ColorSpace: space, Filter: 'FlateDecode' },
    DecodeParms: { Predictor: 15, Colors: kind === 'DeviceRGB' ? 3 : 1, BitsPerComponent: bits, Columns: width },
  })
  const ref: PDFRef = context.register(stream)
  return { ref, width, height }
}

/** By the color type number in the PNG header. */
const colorSpaces: Readonly<Record<number, 'DeviceGray' | 'DeviceRGB' | 'Indexed'>> = {
  0: 'DeviceGray',
  2: 'DeviceRGB',
  3: 'Indexed',
}
