import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFRef } from '@cantoo/pdf-lib'
import { formOf } from './form-xobject.ts'
import { type SeenPage, shapeOf } from './page-shape.ts'

export const LETTER = { short: 612, long: 792 } // points
const LINES = 34 // points at the top, for the lines that say where the page belongs
const MARGIN = 12 // points at the other sides, which printers may not reach

const name = PDFName.of

/**
 * Puts what is seen of a copied page on a Letter sheet of the same orientation, as a whole: smaller if it has to be,
 * never larger. `lines`, a form as large as the sheet, is drawn above it.
 */
export function fitPage(context: PDFContext, page: PDFDict, seen: SeenPage, lines: PDFRef): void {
  const wide = shapeOf(seen) === 'landscape'
  const sheet = wide ? { width: LETTER.long, height: LETTER.short } : { width: LETTER.short, height: LETTER.long }
  const { box, turn } = seen
  const turned = turn % 180 !== 0
  const own = {
    width: (turned ? box.height : box.width) * seen.unit,
    height: (turned ? box.width : box.height) * seen.unit,
  }
  const room = { width: sheet.width - 2 * MARGIN, height: sheet.height - LINES - MARGIN }
  const shrink = Math.min(1, room.width / own.width, room.height / own.height)
  const [width, height] = [own.width * shrink, own.height * shrink]
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

  const content = formOf(context, page, [box.x, box.y, box.x + box.width, box.y + box.height])
  const drawn = [
    ...(content ? [`q ${[scale, 0, 0, scale, ...shift].map(decimal).join(' ')} cm /Document Do Q`] : []),
    `q ${upright.map(decimal).join(' ')} cm /Lines Do Q`,
  ]
  page.set(name('Contents'), context.register(context.stream(drawn.join('\n'))))
  page.set(name('Resources'), context.obj({ XObject: { ...(content ? { Document: content } : {}), Lines: lines } }))
  page.set(name('MediaBox'), context.obj([0, 0, media.width, media.height]))
  page.set(name('Rotate'), PDFNumber.of(turn))
  for (const key of ['CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'UserUnit']) page.delete(name(key))
  moveAnnotations(context, page, (along, at) => scale * at + shift[along])
}

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
