import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { jpegInPdf } from './jpeg-in-pdf.ts'
import type { ChildReply } from './outcome.ts'
import { isPlainPng, pngInPdf } from './png-in-pdf.ts'
import { refusals } from './refusals.ts'
import { orientationOf, upright, uprightMatrix } from './upright.ts'

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
