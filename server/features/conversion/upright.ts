import type { Sharp } from 'sharp'

/** Turns a picture the way the camera was held: by EXIF, or by XMP if EXIF has no orientation. */
export async function upright(image: Sharp): Promise<Sharp> {
  const { orientation, xmpAsString } = await image.metadata()
  const xmpOrientation =
    orientation === undefined ? /tiff:Orientation(?:="|>)\s*([1-8])\b/.exec(xmpAsString ?? '')?.[1] : undefined
  return xmpOrientation === undefined ? image.autoOrient() : rotate(image, Number(xmpOrientation))
}

/** The TIFF specification's numbers: the even ones from 2 and the odd ones from 5 are mirrored. */
async function rotate(image: Sharp, orientation: number): Promise<Sharp> {
  const degrees = [0, 0, 180, 180, 270, 90, 90, 270][orientation - 1] ?? 0
  const mirrored = [2, 4, 5, 7].includes(orientation)
  // A pipeline mirrors before it rotates, in whatever order the calls are made.
  return mirrored ? image.rotate(degrees).flop() : image.rotate(degrees)
}
