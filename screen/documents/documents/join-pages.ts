import { type PDFDocument as Document, degrees, PDFDocument, type PDFImage } from '@cantoo/pdf-lib'
import type { DraftPage } from '../../fields/index.ts'
import { type Detail, detailsFor, jpegOf, readPicture } from './picture.ts'

const LETTER = { short: 612, long: 792 } as const // points
const MARGIN = 18 // points
const POINTS_PER_PIXEL = 0.75 // a picture is never drawn larger than at 96 pixels per inch

/** A picture as it will be in the PDF. */
type Encoded = { readonly bytes: Uint8Array; readonly isPng: boolean }

/**
 * Joins pages into one PDF of at most so many bytes, each as turned. Pictures are kept as they are if there is room, and
 * are made no smaller than necessary otherwise; undefined if they could not be read any more. Throws the reason of the
 * signal.
 */
export async function joinPages(
  pages: readonly DraftPage[],
  bytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pictures = pages.filter(({ ofPdf }) => ofPdf === undefined)
  const others = pages.filter(({ ofPdf }) => ofPdf !== undefined)
  const room = bytes - (others.length > 0 ? (await composed(others, new Map())).length : 0)
  const sizes = pictures.map(({ size: [width, height] }) => ({ width, height }))
  for (const detail of [undefined, ...detailsFor(sizes, room)]) {
    const encoded = await encodedAt(detail, pictures, room, signal)
    const pdf = encoded && (await composed(pages, encoded))
    signal.throwIfAborted()
    if (pdf && pdf.length <= bytes) return new Uint8Array(pdf)
    if (pictures.length === 0) return undefined
  }
  return undefined
}

/** The pictures with this detail, or as they are without one; undefined if they take more room than there is. */
async function encodedAt(
  detail: Detail | undefined,
  pictures: readonly DraftPage[],
  room: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<DraftPage, Encoded> | undefined> {
  const encoded = new Map<DraftPage, Encoded>()
  let left = room
  for (const page of pictures) {
    signal.throwIfAborted()
    const picture = detail ? await drawn(page.file, detail) : await original(page.file, left)
    left -= picture?.bytes.length ?? 0
    if (!picture || left < 0) return undefined
    encoded.set(page, picture)
  }
  return encoded
}

/** A file as it is, if it fits and a PDF can show it so. */
async function original(file: File, room: number): Promise<Encoded | undefined> {
  if (file.size > room) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isPng = bytes[0] === 0x89
  return isPng || isUprightJpeg(bytes) ? { bytes, isPng } : undefined
}

/** One at a time, because a phone has no memory for many. */
async function drawn(file: File, detail: Detail): Promise<Encoded | undefined> {
  const picture = await readPicture(file)
  if (!picture) return undefined
  const jpeg = await jpegOf(picture, detail)
  picture.close()
  return jpeg ? { bytes: new Uint8Array(await jpeg.arrayBuffer()), isPng: false } : undefined
}

async function composed(pages: readonly DraftPage[], pictures: ReadonlyMap<DraftPage, Encoded>): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const sources = new Map<File, Document>()
  for (const page of pages) {
    const picture = pictures.get(page)
    if (picture) addPicture(pdf, await embedded(pdf, picture), page.turn)
    else await addPageOfPdf(pdf, sources, page)
  }
  return pdf.save()
}

const embedded = (pdf: Document, { bytes, isPng }: Encoded) => (isPng ? pdf.embedPng(bytes) : pdf.embedJpg(bytes))

function addPicture(pdf: Document, image: PDFImage, turn: number): void {
  const { width, height } = image
  const [across, down] = width > height ? [LETTER.long, LETTER.short] : [LETTER.short, LETTER.long]
  const scale = Math.min(POINTS_PER_PIXEL, (across - 2 * MARGIN) / width, (down - 2 * MARGIN) / height)
  const page = pdf.addPage([across, down])
  page.drawImage(image, {
    x: (across - width * scale) / 2,
    y: (down - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  })
  page.setRotation(degrees(turn))
}

async function addPageOfPdf(pdf: Document, sources: Map<File, Document>, { file, ofPdf, turn }: DraftPage) {
  const source = sources.get(file) ?? (await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false }))
  sources.set(file, source)
  const [page] = await pdf.copyPages(source, [(ofPdf?.number ?? 1) - 1])
  if (!page) throw new Error(`${file.name} has fewer pages than it had.`)
  page.setRotation(degrees((page.getRotation().angle + turn) % 360))
  pdf.addPage(page)
}

const ORIENTATION = 0x0112 // EXIF
const UPRIGHT = 1

/**
 * Whether a file is a JPEG that shows upright without its notes on how the camera was held, which a PDF does not read.
 * When in doubt it is not.
 */
export function isUprightJpeg(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    if (view.getUint16(0) !== 0xffd8) return false
    for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
      const segment = view.getUint16(at)
      if (segment === 0xffda || segment >> 8 !== 0xff) return segment === 0xffda // the picture itself begins
      if (segment === 0xffe1 && view.getUint32(at + 4) === EXIF) return orientationIn(view, at + 10) === UPRIGHT
      if (segment === 0xffe1) return false // XMP may say so too
    }
  } catch {
    return false // it ends too early
  }
}

const EXIF = 0x45786966

/** The orientation in the TIFF structure of EXIF; upright if it has none. */
function orientationIn(view: DataView, start: number): number {
  const isLittle = view.getUint16(start) === 0x4949
  const first = start + view.getUint32(start + 4, isLittle)
  const count = view.getUint16(first, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = first + 2 + 12 * entry
    if (view.getUint16(at, isLittle) === ORIENTATION) return view.getUint16(at + 8, isLittle)
  }
  return UPRIGHT
}
