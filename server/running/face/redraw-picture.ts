import { SaxesParser } from 'saxes'
import sharp, { type Sharp } from 'sharp'
import { MOST_PICTURE_BYTES } from '../../../api/index.ts'

/** A picture that an institution gives: a file by its name, which says its kind, and its content. */
export type GivenPicture = { readonly name: string; readonly bytes: Uint8Array }

/** A picture as it was redrawn: nothing but its pixels are left of the file. */
export type Png = { readonly bytes: Buffer; readonly width: number; readonly height: number }

/** What became of a picture: the PNG, or what is wrong with it, in words that follow its name. */
export type Redrawn = { readonly png: Png } | { readonly fault: string }

/** Bytes. A logo of vectors has some thousand; what is larger was not made for a page. */
export const LARGEST_PICTURE = MOST_PICTURE_BYTES
const LONGEST_SIDE = 10_000 // px
const MOST_PIXELS = 30e6
const MOST_ELEMENTS = 20_000
const PATIENCE = 10 // s

/** Pixels at the most, on each side. */
type Room = { readonly width: number; readonly height: number }

/**
 * Draws an SVG or PNG anew as a PNG that fits into this room. A vector picture is drawn as large as the room, another one
 * never larger than it is. A file that holds anything besides a picture, or would take too much to draw, is refused.
 */
export async function redrawPicture({ name, bytes }: GivenPicture, room: Room): Promise<Redrawn> {
  const isSvg = /\.svg$/i.test(name)
  const fault =
    (bytes.length > LARGEST_PICTURE && 'is larger than 1 MB') ||
    (isSvg ? faultOfSvg(bytes) : !PNG.equals(bytes.subarray(0, PNG.length)) && 'is not a PNG')
  if (fault) return { fault }
  try {
    const { width, height } = await opened(bytes).metadata()
    if (Math.max(width, height) > LONGEST_SIDE) return { fault: TOO_LARGE }
    const drawn = opened(bytes).resize({ ...room, fit: 'inside', withoutEnlargement: !isSvg })
    return { png: await pngOf(drawn) }
  } catch (error) {
    // sharp gives the reason only in its message. Nothing else is in the file than what it could not draw.
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return { fault: isHuge ? TOO_LARGE : 'cannot be drawn: it is damaged, or too much is in it' }
  }
}

const TOO_LARGE = 'is more than 10,000 px wide or high, or has more than 30 million pixels'
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const opened = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS }).timeout({ seconds: PATIENCE })

/** As a PNG, without anything that the file says besides its pixels. */
export async function pngOf(picture: Sharp, options: { readonly isPhoto?: boolean } = {}): Promise<Png> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .png(options.isPhoto ? { palette: true, quality: 90, effort: 8 } : { compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Whether anything of a picture can be seen on a page of this color. */
export async function isSeenOn({ bytes }: Png, background: string): Promise<boolean> {
  const ground = await sharp({ create: { width: 1, height: 1, channels: 3, background } })
    .greyscale()
    .raw()
    .toBuffer()
  const { channels } = await sharp(await sharp(bytes).flatten({ background }).greyscale().toBuffer()).stats()
  const [{ min, max } = { min: 0, max: 0 }] = channels
  const [paper = 0] = ground
  return Math.max(paper - min, max - paper) >= FAINTEST
}

const FAINTEST = 40 // of 255 steps of gray

/** What is wrong with an SVG: null if it is a drawing and nothing else. */
function faultOfSvg(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString('utf8')
  const parser = new SaxesParser({ xmlns: true })
  let fault: string | null = null
  let elements = 0
  const refuse = (words: string) => {
    fault ??= words
  }
  const judgeUrls = (css: string) => {
    if (/@import|url\((?!\s*["']?#)/i.test(css)) refuse(REFERS)
  }
  parser.on('error', () => refuse('is not a well-formed SVG'))
  parser.on('doctype', () => refuse('has a document type, which a drawing does not need: save it as a plain SVG'))
  parser.on('processinginstruction', () => refuse(REFERS))
  parser.on('opentag', ({ local, attributes }) => {
    elements += 1
    if (elements === 1 && local !== 'svg') refuse('is not an SVG')
    if (elements > MOST_ELEMENTS) refuse('has more than 20,000 parts')
    if (/^(script|handler|listener|foreignObject|iframe|object|embed|audio|video)$/i.test(local)) refuse(ACTIVE)
    if (/^(text|tspan|textPath)$/i.test(local)) refuse(LETTERS)
    for (const { local: attribute, value } of Object.values(attributes)) {
      if (/^on/i.test(attribute) || /^\s*javascript:/i.test(value)) refuse(ACTIVE)
      if (/^(href|src)$/i.test(attribute) && !/^\s*(#|data:image\/(png|jpeg)[;,])/i.test(value)) refuse(REFERS)
      judgeUrls(value)
    }
  })
  parser.on('text', judgeUrls)
  parser.on('cdata', judgeUrls)
  parser.write(text).close()
  return fault
}

const REFERS = 'refers to another file'
const ACTIVE = 'holds a script or something else that a drawing does not need'
const LETTERS =
  'has text, which the server would draw with letters of another font: turn the text into paths in your drawing program'
