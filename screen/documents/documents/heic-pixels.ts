/** A picture as four bytes per pixel: red, green, blue, opacity. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray<ArrayBuffer> }

type Image = {
  get_width(): number
  get_height(): number
  display(into: Pixels, onDone: (pixels: Pixels | null) => void): void
}
/** What is used of libheif. */
type Libheif = { readonly HeifDecoder: new () => { decode(file: Uint8Array): readonly Image[] } }

const MOST_PIXELS = 50_000_000 // as many as the server reads; phone cameras have 12 to 48 million

/** The first picture of a HEIC file, upright, by libheif; undefined if there is none or it is damaged. */
export async function heicPixels(libheif: object, file: Uint8Array): Promise<Pixels | undefined> {
  if (!isLibheif(libheif)) throw new Error('libheif has no decoder.')
  const [image] = new libheif.HeifDecoder().decode(file)
  if (!image) return undefined
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MOST_PIXELS) return undefined
  const into = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  return new Promise((resolve) => image.display(into, (pixels) => resolve(pixels ? into : undefined)))
}

/** The types of the package do not name its decoder. */
const isLibheif = (module: object): module is Libheif => 'HeifDecoder' in module
