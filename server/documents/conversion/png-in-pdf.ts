import { inflateSync } from 'node:zlib'
import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'

const SIGNATURE = 8 // bytes before the first chunk of a PNG
const MAX_ROWS = 64 * 1024 ** 2 // bytes of rows, inflated only to be counted

/**
 * Embeds a PNG without transparency and interlacing unchanged. PDF can decode PNG rows with their predictors, so no bit
 * changes and nothing is compressed again.
 */
export function pngInPdf(pdf: PDFDocument, png: Buffer) {
  const { rows, header, table } = partsOf(png)
  const [width, height, bits] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(8)]
  const kind = colorSpaces[header.readUInt8(9)]
  if (!kind) throw new Error('PNGs of this color type cannot be embedded.')
  const { context } = pdf
  const space =
    kind === 'Indexed'
      ? context.obj([kind, 'DeviceRGB', table.length / 3 - 1, PDFHexString.of(table.toString('hex'))])
      : PDFName.of(kind)
  const stream = context.stream(rows, {
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

/**
 * Whether `pngInPdf` shows this PNG as it is: without transparency and interlacing, of at most eight bits, in a kind of
 * color that it knows, and with exactly the rows that its header announces and nothing behind them.
 */
export function isPlainPng(png: Buffer): boolean {
  const { rows, header, table, isTransparent } = partsOf(png)
  if (header.length < 13 || isTransparent) return false
  const [width, height, bits] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(8)]
  const kind = colorSpaces[header.readUInt8(9)]
  if (!kind || bits > 8 || header.readUInt8(12) !== 0) return false
  if (kind === 'Indexed' && (table.length === 0 || table.length > 3 * 2 ** bits || table.length % 3 !== 0)) return false
  const expected = height * (1 + Math.ceil((width * bits * (kind === 'DeviceRGB' ? 3 : 1)) / 8))
  if (expected > MAX_ROWS) return false
  try {
    const { buffer, engine } = inflated(rows, expected)
    return buffer.length === expected && engine.bytesWritten === rows.length
  } catch {
    return false // more rows than announced, or none that can be read
  }
}

/** `info` also returns the engine, which knows how much of its input it has used; Node's types do not say so. */
function inflated(rows: Buffer, most: number): { readonly buffer: Buffer; readonly engine: { bytesWritten: number } } {
  const result: unknown = inflateSync(rows, { info: true, maxOutputLength: most })
  return result as ReturnType<typeof inflated>
}

function partsOf(png: Buffer) {
  const rows: Buffer[] = []
  let header: Buffer = Buffer.alloc(0)
  let table: Buffer = Buffer.alloc(0)
  let isTransparent = false
  for (let at = SIGNATURE; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const kind = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') header = content
    if (kind === 'PLTE') table = content
    if (kind === 'tRNS') isTransparent = true
    if (kind === 'IDAT') rows.push(content)
    if (kind === 'IEND') break
    at += length + 12
  }
  return { rows: Buffer.concat(rows), header, table, isTransparent }
}
