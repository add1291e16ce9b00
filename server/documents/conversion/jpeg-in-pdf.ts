import { type PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'

/** A JPEG without anything that its pixels do not need. */
type PlainJpeg = { readonly bytes: Buffer; readonly width: number; readonly height: number; readonly colors: 1 | 3 }

const MAX_SCANS = 100 // a progressive picture has about ten; hundreds of empty ones keep a reader busy
const ADOBE = 12 // bytes: the note that says how the colors are stored

/**
 * Embeds a JPEG without decoding it: its pixels stay as the camera or scanner stored them. Undefined for one that not
 * every reader of PDFs shows in the same way; that one must be drawn again. `profile` is its color profile, if that is
 * not sRGB. The caller has decoded the picture, so it is not damaged.
 */
export function jpegInPdf(pdf: PDFDocument, jpeg: Buffer, profile: Buffer | undefined) {
  const plain = plainJpeg(jpeg)
  if (!plain) return undefined
  const { bytes, width, height, colors } = plain
  const space = colorSpace(pdf, colors, profile)
  if (!space) return undefined
  const stream = pdf.context.stream(bytes, {
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: 8 },
    ...{ ColorSpace: space, Filter: 'DCTDecode' },
  })
  const ref: PDFRef = pdf.context.register(stream)
  return { ref, width, height }
}

function colorSpace({ context }: PDFDocument, colors: 1 | 3, profile: Buffer | undefined) {
  const [device, ofProfile] = colors === 3 ? ['DeviceRGB', 'RGB '] : ['DeviceGray', 'GRAY']
  if (!profile) return PDFName.of(device ?? '')
  if (profile.toString('latin1', 16, 20) !== ofProfile) return undefined
  const stream = context.flateStream(profile, { N: colors, Alternate: device ?? '' })
  return context.obj(['ICCBased', context.register(stream)])
}

/**
 * Copies the segments that hold the picture and leaves out the rest: the camera's notes on place and time, previews,
 * comments, and whatever follows the end.
 */
function plainJpeg(jpeg: Buffer): PlainJpeg | undefined {
  const kept: Buffer[] = [Buffer.from([0xff, 0xd8])]
  let frame: Omit<PlainJpeg, 'bytes'> | undefined
  let scans = 0
  for (let at = 2; at + 4 <= jpeg.length; ) {
    if (jpeg[at] !== 0xff) return undefined
    const kind = jpeg.readUInt8(at + 1)
    if (kind === 0xff) {
      at += 1 // fill bytes
      continue
    }
    if (kind === END) break
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end > jpeg.length) return undefined
    const segment = jpeg.subarray(at, end)
    if (isFrame(kind)) {
      if (frame) return undefined
      frame = frameOf(kind, segment)
      if (!frame) return undefined
    }
    if (isNeeded(kind)) kept.push(segment)
    if (kind === ADOBE_NOTE && segment.toString('latin1', 4, 9) === 'Adobe') kept.push(adobeNote(segment))
    at = end
    if (kind === SCAN) {
      scans += 1
      at = endOfScan(jpeg, end)
      kept.push(jpeg.subarray(end, at))
    }
  }
  if (!frame || scans === 0 || scans > MAX_SCANS) return undefined
  return { ...frame, bytes: Buffer.concat([...kept, Buffer.from([0xff, END])]) }
}

const END = 0xd9
const SCAN = 0xda
const ADOBE_NOTE = 0xee
/** Tables of quantities and codes, and the interval of restarts. */
const tables: ReadonlySet<number> = new Set([0xdb, 0xc4, 0xdd])
/** Baseline, extended and progressive; no reader of PDFs has to know the others. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])

const isNeeded = (kind: number) => tables.has(kind) || frames.has(kind) || kind === SCAN
const isFrame = (kind: number) => kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)

function frameOf(kind: number, segment: Buffer): Omit<PlainJpeg, 'bytes'> | undefined {
  if (!frames.has(kind) || segment.length < 10) return undefined
  const [depth, height, width, colors] = [
    segment.readUInt8(4),
    segment.readUInt16BE(5),
    segment.readUInt16BE(7),
    segment.readUInt8(9),
  ]
  if (depth !== 8 || height === 0 || width === 0 || segment.length !== 10 + 3 * colors) return undefined
  if (colors !== 1 && colors !== 3) return undefined
  // Without a note, some readers take colors with the names R, G and B for red, green and blue, and others do not.
  const names = Array.from({ length: colors }, (_, index) => String.fromCharCode(segment.readUInt8(10 + 3 * index)))
  return names.join('') === 'RGB' ? undefined : { width, height, colors }
}

/** The note without anything at its end. */
function adobeNote(segment: Buffer): Buffer {
  const note = Buffer.from(segment.subarray(0, 4 + ADOBE))
  note.writeUInt16BE(note.length - 2, 2)
  return note
}

/** The position of the first segment after the data of a scan. */
function endOfScan(jpeg: Buffer, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg.readUInt8(at + 1)
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return jpeg.length
}
