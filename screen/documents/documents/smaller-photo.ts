import { detailsFor, isHeic, jpegOf, nameWith, readPicture } from './picture.ts'

/** Whether a file is a picture of more bytes, or one of a kind that is not uploaded. */
export const mustBeRedrawn = (file: File, bytes: number): boolean =>
  isHeic(file) || (file.size > bytes && /\.(png|jpe?g)$/i.test(file.name))

/**
 * Converts a photo to an upright JPEG of at most so many bytes, with a valid file name. Returns undefined if the browser
 * cannot read it, or if it could not be read as a page of 150 dots per inch any more. Throws the reason of the signal.
 */
export async function smallerPhoto(photo: File, bytes: number, signal: AbortSignal): Promise<File | undefined> {
  const picture = await readPicture(photo)
  if (!picture) return undefined
  try {
    for (const detail of detailsFor([picture], bytes)) {
      signal.throwIfAborted()
      const jpeg = await jpegOf(picture, detail)
      if (jpeg && jpeg.size <= bytes) return new File([jpeg], nameWith('.jpg', photo), { type: 'image/jpeg' })
    }
    return undefined
  } finally {
    picture.close()
  }
}
