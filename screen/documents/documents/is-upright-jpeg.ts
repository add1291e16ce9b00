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
