import { fileLimits } from '../../../api/browser.ts'

/** Longest side in pixels and JPEG quality, from no visible loss to barely readable. */
const steps = [
  [3000, 0.85],
  [2400, 0.8],
  [1800, 0.75],
  [1400, 0.7],
  [1000, 0.6],
] as const

/** Whether a file is a picture over the size limit. */
export const isLargePhoto = ({ name, size }: File): boolean => size > fileLimits.bytes && /\.(png|jpe?g)$/i.test(name)

/**
 * Converts a photo to an upright JPEG small enough to upload, with a valid file name. Returns undefined if the browser
 * cannot read it or if no step makes it small enough.
 */
export async function smallerPhoto(photo: File): Promise<File | undefined> {
  // A file that is not a readable picture gets the same message as one that stays too large.
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) return undefined
  try {
    for (const [side, quality] of steps) {
      const jpeg = await jpegOf(picture, side, quality)
      if (jpeg && jpeg.size <= fileLimits.bytes) return new File([jpeg], nameOf(photo), { type: 'image/jpeg' })
    }
    return undefined
  } finally {
    picture.close()
  }
}

function jpegOf(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pencil = canvas.getContext('2d')
  if (pencil) {
    pencil.fillStyle = '#fff' // a JPEG has no transparency
    pencil.fillRect(0, 0, canvas.width, canvas.height)
    pencil.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

const nameOf = ({ name }: File) => `${[...name.replace(/\.\w+$/, '')].slice(0, fileLimits.nameLength - 4).join('')}.jpg`
