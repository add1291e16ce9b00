import { inflateSync } from 'node:zlib'
import { PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { type ChildReply, refusals } from './outcome.ts'

const MAX_PIXELS = 50e6 // phone cameras have 12 to 48 million
const MAX_LOSSLESS = 4 * 1024 ** 2 // bytes; a larger one is a photograph in a format for drawings
const LETTER = { short: 612, long: 792 } as const // points
const MARGIN = 18 // points
const POINTS_PER_PIXEL = 0.75 // an image is never drawn larger than at 96 pixels per inch

/**
 * An image as a one-page PDF: upright, on white, without the camera's notes on place and time. The pixels of a JPEG or
 * PNG go into the PDF as they are, whenever every reader of PDFs shows them in the same way; others become plain sRGB
 * (docs/decisions/0021).
 */
export async function imageToPdf(bytes: Uint8Array): Promise<ChildReply> {
  // One file, one thread, no cache: the process ends with it.
  sharp.concurrency(1)
  sharp.cache(false)
  const pdf = await PDFDocument.create()
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
    const metadata = await image.metadata()
    drawOnOnePage(pdf, (await embedAsIs(pdf, bytes, image, metadata)) ?? (await embedRedrawn(pdf, image, metadata)))
  } catch (error) {
    // sharp gives the reason only in its message; every reason but this one means damage.
    const huge = error instanceof Error && error.message.includes('exceeds pixel limit')
    return { refused: huge ? refusals.hugeImage : refusals.brokenImage }
  }
  return { pdf: await pdf.save() }
}

type EmbeddedImage = { readonly ref: PDFRef; readonly width: number; readonly height: number }

/** `orientation`: how the page turns it. */
type PlacedImage = EmbeddedImage & { readonly orientation: number }

/** Undefined if the image cannot go into a PDF as it is. Throws if it is damaged. */
async function embedAsIs(
  pdf: PDFDocument,
  bytes: Uint8Array,
  image: Sharp,
  metadata: Metadata,
): Promise<PlacedImage | undefined> {
  const { format, hasAlpha, icc } = metadata
  const profile = icc && !isSrgb(icc) ? icc : undefined
  const file = Buffer.from(bytes)
  if (format !== 'jpeg' && !(format === 'png' && !hasAlpha && !profile && isPlainPng(file))) return undefined
  // Reads every pixel, and throws for the first one that is damaged.
  await image.clone().resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  const embedded = format === 'png' ? pngInPdf(pdf, file) : jpegInPdf(pdf, file, profile)
  return embedded && { ...embedded, orientation: orientationOf(metadata) }
}

/** A lossless image stays lossless, so that the letters of a scan or a screenshot stay sharp. */
async function embedRedrawn(pdf: PDFDocument, original: Sharp, metadata: Metadata): Promise<PlacedImage> {
  const { format, isPalette, bitsPerSample = 8, space } = metadata
  const image = upright(original, orientationOf(metadata)).flatten({ background: '#ffffff' })
  if (format === 'png') {
    const lossless = image.clone().toColourspace(space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb')
    const png = await smallestPng(lossless, isPalette || space === 'b-w' ? 2 ** Math.min(8, bitsPerSample) : 0)
    if (png.length <= MAX_LOSSLESS) return { ...pngInPdf(pdf, png), orientation: 1 }
  }
  const { data } = await image.toColourspace('srgb').jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true })
  const { ref, width, height } = await pdf.embedJpg(data)
  return { ref, width, height, orientation: 1 }
}

/** By its description, which is ASCII or UTF-16. Devices show sRGB where a PDF names no profile. */
const isSrgb = (profile: Buffer) => /sRGB/.test(profile.toString('latin1').replaceAll('\0', ''))

/** With a palette, an image of few colors takes a fraction of the space, if the palette holds them all. */
async function smallestPng(image: Sharp, colors: number): Promise<Buffer> {
  const whole = await image.clone().png({ compressionLevel: 9 }).toBuffer()
  if (colors === 0) return whole
  const table = await image.png({ compressionLevel: 9, palette: true, colors, quality: 100, dither: 0 }).toBuffer()
  const [original, reduced] = await Promise.all([pixelsOf(whole), pixelsOf(table)])
  return original.equals(reduced) && table.length < whole.length ? table : whole
}

const pixelsOf = (png: Buffer) => sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer()

function drawOnOnePage(pdf: PDFDocument, { ref, orientation, ...stored }: PlacedImage): void {
  const isTurned = orientation >= 5
  const [width, height] = isTurned ? [stored.height, stored.width] : [stored.width, stored.height]
  const [pageWidth, pageHeight] = width > height ? [LETTER.long, LETTER.short] : [LETTER.short, LETTER.long]
  const page = pdf.addPage([pageWidth, pageHeight])
  const scale = Math.min(POINTS_PER_PIXEL, (pageWidth - 2 * MARGIN) / width, (pageHeight - 2 * MARGIN) / height)
  const [across, upward] = [width * scale, height * scale]
  page.node.setXObject(PDFName.of('Picture'), ref)
  const place = [across, 0, 0, upward, (pageWidth - across) / 2, (pageHeight - upward) / 2]
  const turn = uprightMatrix(orientation)
  const drawing = `q ${place.join(' ')} cm ${turn.join(' ')} cm /Picture Do Q`
  page.node.set(PDFName.Contents, pdf.context.register(pdf.context.stream(drawing)))
}

/** How the camera was held, by EXIF, or by XMP if EXIF has no orientation: 1 to 8 as in the TIFF specification. */
function orientationOf({ orientation, xmpAsString }: Metadata): number {
  return orientation ?? Number(/tiff:Orientation(?:="|>)\s*([1-8])\b/.exec(xmpAsString ?? '')?.[1] ?? 1)
}

/** Turns a picture upright. The even numbers from 2 and the odd ones from 5 are mirrored. */
function upright(image: Sharp, orientation: number): Sharp {
  const degrees = [0, 0, 180, 180, 270, 90, 90, 270][orientation - 1] ?? 0
  const mirrored = [2, 4, 5, 7].includes(orientation)
  // A pipeline mirrors before it rotates, in whatever order the calls are made.
  return mirrored ? image.rotate(degrees).flop() : image.rotate(degrees)
}

/** The same turn for a picture drawn in a PDF, where a matrix places the unit square that it fills. */
const uprightMatrix = (orientation: number): readonly number[] => matrices[orientation - 1] ?? [1, 0, 0, 1, 0, 0]

const matrices = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
] as const

/** A JPEG without anything that its pixels do not need. */
type PlainJpeg = { readonly bytes: Buffer; readonly width: number; readonly height: number; readonly colors: 1 | 3 }

const MAX_SCANS = 100 // a progressive picture has about ten; hundreds of empty ones keep a reader busy
const ADOBE = 12 // bytes: the note that says how the colors are stored

/**
 * Embeds a JPEG without decoding it: its pixels stay as the camera or scanner stored them. Undefined for one that not
 * every reader of PDFs shows in the same way; that one must be drawn again. `profile` is its color profile, if that is
 * not sRGB. The caller has decoded the picture, so it is not damaged.
 */
function jpegInPdf(pdf: PDFDocument, jpeg: Buffer, profile: Buffer | undefined) {
  const plain = plainJpeg(jpeg)
  if (!plain) return undefined
  const { bytes, width, height, colors } = plain
  const space = colorSpace(pdf, colors, profile)
  if (!space) return undefined
  const stream = pdf.context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: space,
    Filter: 'DCTDecode',
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

const SIGNATURE = 8 // bytes before the first chunk of a PNG
const MAX_ROWS = 64 * 1024 ** 2 // bytes of rows, inflated only to be counted

/**
 * Embeds a PNG without transparency and interlacing unchanged. PDF can decode PNG rows with their predictors, so no bit
 * changes and nothing is compressed again.
 */
function pngInPdf(pdf: PDFDocument, png: Buffer) {
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
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: bits,
    ColorSpace: space,
    Filter: 'FlateDecode',
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
function isPlainPng(png: Buffer): boolean {
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
