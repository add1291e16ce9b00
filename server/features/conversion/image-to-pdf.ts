import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import type { ChildReply } from './outcome.ts'
import { pngInPdf } from './png-in-pdf.ts'
import { refusals } from './refusals.ts'
import { upright } from './upright.ts'

const MAX_PIXELS = 50e6 // phone cameras have 12 to 48 million
const MAX_LOSSLESS = 4 * 1024 ** 2 // bytes; a larger one is a photograph in a format for drawings
const LETTER = { short: 612, long: 792 } as const // points
const MARGIN = 18 // points
const POINTS_PER_PIXEL = 0.75 // an image is never drawn larger than at 96 pixels per inch

/** An image as a one-page PDF: upright, on white, in plain sRGB, without the camera's notes on place and time. */
export async function imageToPdf(bytes: Uint8Array): Promise<ChildReply> {
  // One file, one thread, no cache: the process ends with it.
  sharp.concurrency(1)
  sharp.cache(false)
  const pdf = await PDFDocument.create()
  try {
    const image = await upright(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning' }))
    drawOnOnePage(pdf, await embed(pdf, image.flatten({ background: '#ffffff' })))
  } catch (error) {
    // sharp gives the reason only in its message; every reason but this one means damage.
    const huge = error instanceof Error && error.message.includes('exceeds pixel limit')
    return { refused: huge ? refusals.hugeImage : refusals.brokenImage }
  }
  return { pdf: await pdf.save() }
}

type EmbeddedImage = { readonly ref: PDFRef; readonly width: number; readonly height: number }

/** A lossless image stays lossless, so that the letters of a scan or a screenshot stay sharp. */
async function embed(pdf: PDFDocument, image: Sharp): Promise<EmbeddedImage> {
  const { format, isPalette, bitsPerSample = 8, space } = await image.metadata()
  if (format === 'png') {
    const lossless = image.clone().toColourspace(space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb')
    const png = await smallestPng(lossless, isPalette || space === 'b-w' ? 2 ** Math.min(8, bitsPerSample) : 0)
    if (png.length <= MAX_LOSSLESS) return pngInPdf(pdf, png)
  }
  const { data } = await image.toColourspace('srgb').jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true })
  const { ref, width, height } = await pdf.embedJpg(data)
  return { ref, width, height }
}

/** With a palette, an image of few colors takes a fraction of the space, if the palette holds them all. */
async function smallestPng(image: Sharp, colors: number): Promise<Buffer> {
  const whole = await image.clone().png({ compressionLevel: 9 }).toBuffer()
  if (colors === 0) return whole
  const table = await image.png({ compressionLevel: 9, palette: true, colors, quality: 100, dither: 0 }).toBuffer()
  const [original, reduced] = await Promise.all([pixelsOf(whole), pixelsOf(table)])
  return original.equals(reduced) && table.length < whole.length ? table : whole
}

const pixelsOf = (png: Buffer) => sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer()

function drawOnOnePage(pdf: PDFDocument, { ref, width, height }: EmbeddedImage): void {
  const [pageWidth, pageHeight] = width > height ? [LETTER.long, LETTER.short] : [LETTER.short, LETTER.long]
  const page = pdf.addPage([pageWidth, pageHeight])
  const scale = Math.min(POINTS_PER_PIXEL, (pageWidth - 2 * MARGIN) / width, (pageHeight - 2 * MARGIN) / height)
  const [across, upward] = [width * scale, height * scale]
  page.node.setXObject(PDFName.of('Picture'), ref)
  const place = [across, 0, 0, upward, (pageWidth - across) / 2, (pageHeight - upward) / 2]
  page.node.set(PDFName.Contents, pdf.context.register(pdf.context.stream(`q ${place.join(' ')} cm /Picture Do Q`)))
}
