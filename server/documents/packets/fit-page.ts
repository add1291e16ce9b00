import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { PageShape } from '../application-pdf/index.ts'

export const LETTER = { short: 612, long: 792 } // points
const LINES = 34 // points at the top, for the lines that say where the page belongs
const MARGIN = 12 // points at the other sides, which printers may not reach
const name = PDFName.of

type Drawn = {
  readonly form: PDFRef
  readonly line: PDFRef
  readonly type?: 'P' | 'Figure' | undefined
}

/**
 * Puts what is seen of a copied page on a Letter sheet of the same orientation, as a whole: smaller if it has to be,
 * never larger. What is seen becomes `form`, with the mark 0 of a type, or, without a type, with its own marks. `line`, a
 * form as large as the sheet, is drawn above it, for the eye only.
 */
export function fitPage(context: PDFContext, page: PDFDict, seen: SeenPage, { form, line, type }: Drawn): void {
  const wide = shapeOf(seen) === 'landscape'
  const sheet = wide ? { width: LETTER.long, height: LETTER.short } : { width: LETTER.short, height: LETTER.long }
  const { box, turn } = seen
  const turned = turn % 180 !== 0
  const size = {
    width: (turned ? box.height : box.width) * seen.unit,
    height: (turned ? box.width : box.height) * seen.unit,
  }
  const room = { width: sheet.width - 2 * MARGIN, height: sheet.height - LINES - MARGIN }
  const shrink = Math.min(1, room.width / size.width, room.height / size.height)
  const [width, height] = [size.width * shrink, size.height * shrink]
  const left = MARGIN + (room.width - width) / 2
  const bottom = sheet.height - LINES - height

  const media = turned ? { width: sheet.height, height: sheet.width } : sheet
  const [x, y] = (
    {
      0: [left, bottom],
      90: [media.width - bottom - height, left],
      180: [media.width - left - width, media.height - bottom - height],
      270: [bottom, media.height - left - width],
    } as const
  )[turn]
  const scale = seen.unit * shrink
  const shift = [x - scale * box.x, y - scale * box.y] as const
  const upright = (
    {
      0: [1, 0, 0, 1, 0, 0],
      90: [0, 1, -1, 0, media.width, 0],
      180: [-1, 0, 0, -1, media.width, media.height],
      270: [0, -1, 1, 0, 0, media.height],
    } as const
  )[turn]

  context.assign(form, formOf(context, page, [box.x, box.y, box.x + box.width, box.y + box.height]))
  const own = `q ${[scale, 0, 0, scale, ...shift].map(decimal).join(' ')} cm /Document Do Q`
  const drawn = [
    type ? marked(type, own) : own,
    `/Artifact <</Type /Pagination /Subtype /Header>> BDC q ${upright.map(decimal).join(' ')} cm /Lines Do Q EMC`,
  ]
  page.set(name('Contents'), context.register(context.stream(drawn.join('\n'))))
  page.set(name('Resources'), context.obj({ XObject: { Document: form, Lines: line } }))
  page.set(name('MediaBox'), context.obj([0, 0, media.width, media.height]))
  page.set(name('Rotate'), PDFNumber.of(turn))
  for (const key of ['CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'UserUnit']) page.delete(name(key))
  moveAnnotations(context, page, (along, at) => scale * at + shift[along])
}

/** Something drawn on a page as what the mark 0 names. */
export const marked = (type: 'P' | 'Figure', drawn: string): string => `/${type} <</MCID 0>> BDC ${drawn} EMC`

const decimal = (value: number) => String(Number(value.toFixed(5)))

/** The entries of an annotation that are pairs of coordinates of its page. */
const PLACES = ['Rect', 'QuadPoints', 'L', 'CL', 'Vertices', 'InkList']

function moveAnnotations(context: PDFContext, page: PDFDict, moved: (along: 0 | 1, at: number) => number): void {
  const annotations = page.lookup(name('Annots'))
  if (!(annotations instanceof PDFArray)) return
  const places = (list: PDFArray): PDFArray => {
    let along: 0 | 1 = 1
    const all = list.asArray().map((each): PDFObject => {
      const value = context.lookup(each)
      if (value instanceof PDFArray) return places(value)
      along = along === 0 ? 1 : 0
      return value instanceof PDFNumber ? PDFNumber.of(moved(along, value.asNumber())) : each
    })
    return context.obj(all)
  }
  for (const each of annotations.asArray()) {
    const annotation = context.lookup(each)
    if (!(annotation instanceof PDFDict)) continue
    for (const key of PLACES) {
      const list = annotation.lookup(name(key))
      if (list instanceof PDFArray) annotation.set(name(key), places(list))
    }
  }
}

/**
 * The content of a page as a form, which another page can draw and which leaves nothing behind that could change what
 * is drawn after it; nothing of an empty page. `box` cuts off what was not seen of the page.
 */
export function formOf(context: PDFContext, page: PDFDict, box: readonly number[]): PDFRawStream {
  const contents = page.lookup(name('Contents'))
  const entries = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [...box],
    Resources: page.get(name('Resources')) ?? context.obj({}),
  }
  if (contents instanceof PDFRawStream) {
    // Its bytes are not copied: a scan may be large. Pages may share a content, so it is not changed.
    const dict = contents.dict.clone(context)
    for (const [key, value] of context.obj(entries).entries()) dict.set(key, value)
    return PDFRawStream.of(dict, contents.contents)
  }
  const all = contents instanceof PDFArray ? contents.asArray() : []
  const parts = all.flatMap((each) => {
    const part = context.lookup(each)
    return part instanceof PDFStream ? [bytesOf(part), Buffer.from('\n')] : []
  })
  return context.flateStream(Buffer.concat(parts), entries)
}

const bytesOf = (stream: PDFStream): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents()

/** What a reader sees of a page: a box in its own coordinates, scaled by `unit`, then turned clockwise by `turn`. */
type SeenPage = {
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly unit: number
  readonly turn: 0 | 90 | 180 | 270
}

const USER_UNIT = PDFName.of('UserUnit')

export function seenPage(page: PDFPage): SeenPage {
  const media = upright(page.getMediaBox())
  const crop = upright(page.getCropBox())
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)]
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y
  // A crop box beside the page is ignored, as by readers.
  const box = width > 0 && height > 0 ? { x, y, width, height } : media
  const quarters = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4
  const turn = ([0, 90, 180, 270] as const)[quarters] ?? 0
  const unit = Number(page.node.get(USER_UNIT)?.toString() ?? 1)
  return { box, unit: unit > 0 ? unit : 1, turn }
}

/** How a reader sees it. A square page counts as upright. */
export const shapeOf = ({ box, turn }: SeenPage): PageShape =>
  (turn % 180 === 0 ? box.width > box.height : box.height > box.width) ? 'landscape' : 'portrait'

/** The corners of a box may be given in any order. */
const upright = ({ x, y, width, height }: SeenPage['box']) => ({
  x: Math.min(x, x + width),
  y: Math.min(y, y + height),
  width: Math.abs(width),
  height: Math.abs(height),
})
