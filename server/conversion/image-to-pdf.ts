import { PDFDocument } from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import type { Judged } from './outcome.ts'
import { refusals } from './refusals.ts'

const MOST_PIXELS = 50e6 // a telephone's camera has 12 to 48 million
const LETTER = { short: 612, long: 792 } as const // points
const MARGIN = 18 // points
const POINTS_PER_PIXEL = 0.75 // an image is never drawn larger than at 96 pixels per inch

/** A picture as the one page of a PDF: upright, on white, in plain sRGB, without what the camera noted about place and time. */
export async function imageToPdf(bytes: Uint8Array): Promise<Judged> {
  // One file, one thread, no memory kept: the process ends with it.
  sharp.concurrency(1)
  sharp.cache(false)
  const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
  let jpeg: Awaited<ReturnType<typeof drawn>>
  try {
    jpeg = await drawn(image)
  } catch (error) {
    // sharp says why in words only, and every reason but this one is damage.
    const huge = error instanceof Error && error.message.includes('exceeds pixel limit')
    return { refused: huge ? refusals.hugeImage : refusals.brokenImage }
  }
  return { pdf: await onOnePage(jpeg.data, jpeg.info) }
}

async function drawn(image: Sharp) {
  const { format } = await image.metadata()
  // Letters of a screenshot blur sooner than a photograph.
  const quality = format === 'png' ? ({ quality: 90, chromaSubsampling: '4:4:4' } as const) : { quality: 82 }
  const upright = image.autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb')
  return upright.jpeg(quality).toBuffer({ resolveWithObject: true })
}

async function onOnePage(jpeg: Uint8Array, { width, height }: { readonly width: number; readonly height: number }) {
  const pdf = await PDFDocument.create()
  const [pageWidth, pageHeight] = width > height ? [LETTER.long, LETTER.short] : [LETTER.short, LETTER.long]
  const page = pdf.addPage([pageWidth, pageHeight])
  const scale = Math.min(POINTS_PER_PIXEL, (pageWidth - 2 * MARGIN) / width, (pageHeight - 2 * MARGIN) / height)
  const [drawnWidth, drawnHeight] = [width * scale, height * scale]
  page.drawImage(await pdf.embedJpg(jpeg), {
    x: (pageWidth - drawnWidth) / 2,
    y: (pageHeight - drawnHeight) / 2,
    width: drawnWidth,
    height: drawnHeight,
  })
  return pdf.save()
}
