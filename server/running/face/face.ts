import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { FacePicture } from '../../../api/index.ts'
import { brandSheet } from './brand-sheet.ts'
import { colorFault, type Palette, paletteOf } from './palette.ts'
import {
  type GivenPicture,
  isSeenOn,
  LARGEST_PICTURE,
  type Png,
  pngOf,
  type Redrawn,
  redrawPicture,
} from './redraw-picture.ts'

/** What an institution says of its look; what it leaves out is as in the product. */
export type GivenFace = {
  /** `#rrggbb`: every shade is computed from it. */
  readonly color?: string | undefined
  readonly logo?: GivenPicture | undefined
  /** The logo at night; without it, the logo stands on paper. */
  readonly logo_dark?: GivenPicture | undefined
  /** Without it, the logo. */
  readonly icon?: GivenPicture | undefined
  /** In place of the mountains. */
  readonly picture?: GivenPicture | 'none' | undefined
}

/** The look of an institution, ready to be shown. One that leaves everything out has no files and changes nothing. */
export type Face = {
  readonly palette?: Palette | undefined
  readonly logo?: FaceLogo | undefined
  /** The logo for paper. */
  readonly mark?: Uint8Array | undefined
  readonly icon?: { readonly small: string; readonly touch: string } | undefined
  /** The address of the style sheet. */
  readonly sheet?: string | undefined
  /** Everything that pages load of it, by its address, which changes with the content. */
  readonly files: ReadonlyMap<string, FaceFile>
}

/** Addresses, and the size in px at which the logo is as high as two lines of the header. */
export type FaceLogo = {
  readonly light: string
  readonly dark: string
  readonly width: number
  readonly height: number
}
export type FaceFile = { readonly type: 'image/png' | 'text/css; charset=utf-8'; readonly bytes: Buffer }

/** What is wrong with an entry, in words that follow its name. */
export type FaceFault = { readonly entry: keyof GivenFace; readonly fault: string }
type Drawn = { readonly face: Face } | { readonly faults: readonly FaceFault[] }

const LOGO_HEIGHT = 44 // px, as the mark of the product
const LOGO_ROOM = { width: 8 * 4 * LOGO_HEIGHT, height: 4 * LOGO_HEIGHT } // sharp on every screen, and on paper
const WIDEST = 8 // times as wide as high: a line of letters, which is small on a phone already
const ICON = 64 // px
const TOUCH_ICON = 180 // px, as a phone's home screen wants it
const PICTURE_ROOM = { width: 2400, height: 480 }

export const noFace: Face = { files: new Map() }

/**
 * Draws a face: redraws its files, computes its shades and names every file by its content. The same look is drawn once,
 * however often it is asked for. It has either a face or every fault of what was given.
 */
export function drawFace(given: GivenFace): Promise<Drawn> {
  const key = hashOf(JSON.stringify(given, (_, value) => (value instanceof Uint8Array ? hashOf(value) : value)))
  const known = recent.get(key)
  const drawing = known ?? draw(given)
  recent.delete(key)
  recent.set(key, drawing)
  for (const oldest of [...recent.keys()].slice(0, -KEPT)) recent.delete(oldest)
  return drawing
}

/** The last ones, by their content: an edition and its drafts are asked for again and again. */
const recent = new Map<string, Promise<Drawn>>()
const KEPT = 8

async function draw({ color, logo, logo_dark, icon, picture }: GivenFace): Promise<Drawn> {
  const faults: FaceFault[] = []
  const files = new Map<string, FaceFile>()
  const refuse = (entry: keyof GivenFace, fault: string | undefined) => {
    if (fault !== undefined) faults.push({ entry, fault })
  }
  const redrawn = async (entry: 'logo' | 'logo_dark' | 'icon' | 'picture', room: typeof PICTURE_ROOM) => {
    const file = { logo, logo_dark, icon, picture: picture === 'none' ? undefined : picture }[entry]
    if (file === undefined) return undefined
    const made = await redrawPicture(file, room)
    if ('png' in made) return made.png
    refuse(entry, made.fault)
    return undefined
  }
  const add = (ending: 'png' | 'css', bytes: Buffer) => {
    const address = `/brand/${hashOf(bytes)}.${ending}`
    files.set(address, { type: ending === 'png' ? 'image/png' : 'text/css; charset=utf-8', bytes })
    return address
  }

  refuse('color', color === undefined ? undefined : colorFault(color))
  const palette = color === undefined || faults.length > 0 ? undefined : paletteOf(color)
  const [day, night] = await Promise.all([redrawn('logo', LOGO_ROOM), redrawn('logo_dark', LOGO_ROOM)])
  if (logo_dark && !logo) refuse('logo_dark', 'is the logo at night, and there is no logo')
  for (const [entry, png, theme, ground] of [
    ['logo', day, 'a white page', PAPER],
    ['logo_dark', night, 'a dark page', palette?.night['white-main'] ?? NIGHT],
  ] as const) {
    if (png) refuse(entry, await faultOfLogo(png, theme, ground))
  }
  const ownIcon = (await redrawn('icon', LOGO_ROOM)) ?? day
  const shown = await redrawn('picture', PICTURE_ROOM)
  if (faults.length > 0) return { faults }

  const atNight = night ?? (day && (await onPaper(day)))
  const drawnIcon = ownIcon && {
    small: add('png', (await icons(ownIcon, ICON, ICON)).bytes),
    touch: add('png', (await icons(ownIcon, TOUCH_ICON, 0.8 * TOUCH_ICON, PAPER)).bytes),
  }
  const pictureAddress = shown && add('png', (await pngOf(sharp(shown.bytes), { isPhoto: true })).bytes)
  const css = brandSheet(palette, picture === 'none' ? 'none' : pictureAddress)
  const face: Face = {
    palette,
    logo: day &&
      atNight && {
        light: add('png', day.bytes),
        dark: add('png', atNight.bytes),
        width: Math.round((LOGO_HEIGHT * day.width) / day.height),
        height: LOGO_HEIGHT,
      },
    mark: day?.bytes,
    icon: drawnIcon,
    sheet: css === '' ? undefined : add('css', Buffer.from(css)),
    files,
  }
  return { face }
}

/** What is wrong with a logo as it was redrawn. */
async function faultOfLogo(png: Png, theme: string, ground: string): Promise<string | undefined> {
  if (png.width > WIDEST * png.height) return `is more than ${WIDEST} times as wide as it is high`
  return (await isSeenOn(png, ground)) ? undefined : `shows nothing that can be seen on ${theme}`
}

/** Redraws a file for an entry of a face: what may be stored and shown of it, or what is wrong with it. */
export async function takePicture(entry: FacePicture, file: GivenPicture): Promise<Redrawn> {
  const made = await redrawPicture(file, entry === 'picture' ? PICTURE_ROOM : LOGO_ROOM)
  if ('fault' in made) return made
  const { png } = made
  const fault =
    (entry === 'logo' && (await faultOfLogo(png, 'a white page', PAPER))) ||
    (entry === 'logo_dark' && (await faultOfLogo(png, 'a dark page', NIGHT)))
  if (fault) return { fault }
  const kept = entry === 'picture' ? await pngOf(sharp(png.bytes), { isPhoto: true }) : png
  return kept.bytes.length > LARGEST_PICTURE ? { fault: 'has too much in it to be shown on every page' } : { png: kept }
}

const PAPER = '#ffffff'
const NIGHT = '#131819'

/** At night, a logo for white pages stands on a piece of white paper as large as itself. */
async function onPaper({ bytes, width, height }: Png): Promise<Png> {
  const edge = Math.round(0.08 * Math.min(width, height))
  const paper = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${edge}" fill="#fff"/></svg>`,
  )
  const smaller = await sharp(bytes)
    .resize({ width: width - 2 * edge, height: height - 2 * edge, fit: 'inside' })
    .toBuffer()
  return pngOf(sharp(paper).composite([{ input: smaller }]))
}

/** A square with the picture in its middle. */
async function icons({ bytes }: Png, size: number, inner: number, background?: string): Promise<Png> {
  const drawn = await sharp(bytes).resize({ width: inner, height: inner, fit: 'inside' }).toBuffer()
  const ground = background ?? { r: 0, g: 0, b: 0, alpha: 0 }
  return pngOf(
    sharp({ create: { width: size, height: size, channels: 4, background: ground } }).composite([{ input: drawn }]),
  )
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url').slice(0, 16)
