import { toSay } from '../../../engine/index.ts'
import { lazyCode } from '../../parts/index.ts'
import { stemOf } from './file-name.ts'

/** A picture that the browser has read, upright. Close it to free its memory. */
export type Picture = Pick<ImageBitmap, 'width' | 'height' | 'close'> & CanvasImageSource

/** Whether a file is a photo as iPhones take them, which must become a JPEG before it is sent. */
export const isHeic = ({ name }: Pick<File, 'name'>): boolean => /\.hei[cf]$/i.test(name)

/**
 * A file under a name that says what it is: iPhones and some apps hand over HEIC photos as .jpg, which neither most
 * browsers nor the server can open.
 */
export async function namedAsIs(file: File): Promise<File> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 12).arrayBuffer())
  return /^.{4}ftyp(hei[cfmsx]|hev[cmsx]|mif1|msf1)/s.test(head) && !isHeic(file)
    ? new File([file], `${stemOf(file.name)}.heic`, { type: 'image/heic' })
    : file
}

/** The exact steps for a HEIC photo that neither the browser nor our library can open. */
export const SAVE_AS_JPEG = toSay(
  'On an iPhone, hold the photo in the Files app, and choose Quick Actions, Convert Image, JPEG. On a computer, open it in the photo app and save it as a JPEG. Then attach the JPEG.',
)

const heic = lazyCode(async () => (await import('./decode-heic.ts')).decodeHeic)

/**
 * The picture in a file; undefined if it cannot be read. Some browsers read HEIC by themselves; a library is fetched
 * only for the others.
 */
export async function readPicture(file: File): Promise<Picture | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    // It is no picture, is damaged, is too large for this device, or is HEIC.
    return isHeic(file) ? (await heic.load())(file) : undefined
  }
}

/** Pixels and JPEG quality: how large a picture is drawn, and how exactly. */
export type Detail = readonly [pixels: number, quality: number]

/** A letter page at 150 dots per inch. With fewer, small print cannot be read. */
const READABLE = 1275 * 1650

/** From no visible loss to the least that can still be read. The first is the most that some phones can draw. */
const details: readonly Detail[] = [
  [16_000_000, 0.9],
  [8_000_000, 0.85],
  [5_000_000, 0.8],
  [3_200_000, 0.75],
  [READABLE, 0.7],
  [READABLE, 0.6],
  [READABLE, 0.5],
]

/** The details worth trying for these pictures in one file of at most so many bytes, the best first. */
export function detailsFor(pictures: readonly Pick<Picture, 'width' | 'height'>[], bytes: number): readonly Detail[] {
  const total = ([pixels]: Detail) =>
    pictures.reduce((sum, { width, height }) => sum + Math.min(pixels, width * height), 0)
  // Hardly any photo of a page takes less than one bit per pixel, so more pixels are not worth the time.
  return details.filter((detail) => detail[0] === READABLE || total(detail) < bytes * 8)
}

/** Draws a picture as a JPEG with at most so many pixels. It is never enlarged. */
export function jpegOf(picture: Picture, [pixels, quality]: Detail): Promise<Blob | null> {
  const canvas = canvasOf(picture, Math.min(1, Math.sqrt(pixels / (picture.width * picture.height))))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** Draws a picture on white, at another size. */
export function canvasOf(picture: Picture, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(picture.width * scale)
  canvas.height = Math.ceil(picture.height * scale)
  const pencil = canvas.getContext('2d')
  if (pencil) {
    pencil.imageSmoothingQuality = 'high' // otherwise thin strokes of letters are lost
    pencil.fillStyle = '#fff' // a JPEG has no transparency
    pencil.fillRect(0, 0, canvas.width, canvas.height)
    pencil.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}
