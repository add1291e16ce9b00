import type { Metadata, Sharp } from 'sharp'

/** How the camera was held, by EXIF, or by XMP if EXIF has no orientation: 1 to 8 as in the TIFF specification. */
export function orientationOf({ orientation, xmpAsString }: Metadata): number {
  return orientation ?? Number(/tiff:Orientation(?:="|>)\s*([1-8])\b/.exec(xmpAsString ?? '')?.[1] ?? 1)
}

/** Turns a picture upright. The even numbers from 2 and the odd ones from 5 are mirrored. */
export function upright(image: Sharp, orientation: number): Sharp {
  const degrees = [0, 0, 180, 180, 270, 90, 90, 270][orientation - 1] ?? 0
  const mirrored = [2, 4, 5, 7].includes(orientation)
  // A pipeline mirrors before it rotates, in whatever order the calls are made.
  return mirrored ? image.rotate(degrees).flop() : image.rotate(degrees)
}

/** The same turn for a picture drawn in a PDF, where a matrix places the unit square that it fills. */
export const uprightMatrix = (orientation: number): readonly number[] => matrices[orientation - 1] ?? [1, 0, 0, 1, 0, 0]

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
