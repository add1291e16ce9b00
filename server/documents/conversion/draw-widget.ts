import {
  concatTransformationMatrix,
  decodePDFRawStream,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import { inherited, textOf } from './field-of.ts'
import type { Rectangle } from './open-pdf.ts'

/** A drawing that lies on a page, such as a signature, a stamp or a circle, by the number of its page. */
export type Note = { readonly page: number; readonly place: Rectangle }

/** The drawings on the pages of a document, apart from fields, whose values are compared one by one. */
export const notesIn = (source: PDFDocument): readonly Note[] =>
  source.getPages().flatMap((page, number) =>
    notesOn(page).flatMap(({ dict, place }) => {
      const kind = textOf(dict.lookup(PDFName.of('Subtype')))
      const isField = kind === 'Widget' && textOf(inherited(dict, 'FT')) !== 'Sig'
      return isField || kind === 'Popup' || !isShown(dict) || !drawingOf(dict) ? [] : [{ page: number, place }]
    }),
  )

/** The annotations of a page, with their numbers and their positions. */
function notesOn(page: PDFPage) {
  const notes = page.node.Annots()
  return (notes?.asArray() ?? []).flatMap((each, note) => {
    const dict = page.node.context.lookup(each)
    if (!(dict instanceof PDFDict)) return []
    const place = rectangleOf(dict, 'Rect')
    return place ? [{ dict, annotation: note, place }] : []
  })
}

/** The form fields among them. */
export const widgetsOn = (page: PDFPage) =>
  notesOn(page).filter(({ dict }) => dict.lookup(PDFName.of('Subtype')) === PDFName.of('Widget'))

const HIDDEN_OR_NOT_SEEN = 2 | 32

export function isShown(widget: PDFDict): boolean {
  const flags = widget.lookup(PDFName.of('F'))
  return !(flags instanceof PDFNumber && flags.asNumber() & HIDDEN_OR_NOT_SEEN)
}

/** The appearance of a widget in the state that it names. */
export function drawingOf(widget: PDFDict): PDFStream | undefined {
  const drawings = widget.lookup(PDFName.of('AP'))
  const normal = drawings instanceof PDFDict ? drawings.lookup(PDFName.of('N')) : undefined
  if (normal instanceof PDFStream) return normal
  if (!(normal instanceof PDFDict)) return undefined
  const state = widget.lookup(PDFName.of('AS'))
  const drawing = normal.lookup(state instanceof PDFName ? state : PDFName.of('Off'))
  return drawing instanceof PDFStream ? drawing : undefined
}

/**
 * The fields that can be drawn into the page itself: those that no layer hides, that are not only for print, and that
 * have no annotation below them. The others stay annotations, and so do all on a page whose own drawing ends within a
 * text: readers would not show what follows it.
 */
export function drawableOn(page: PDFPage) {
  if (!isEnded(page)) return []
  const notes = page.node.Annots()?.asArray() ?? []
  const lowest = notes.findIndex((each) => {
    const note = page.node.context.lookup(each)
    const kind = note instanceof PDFDict ? note.lookup(PDFName.of('Subtype')) : undefined
    return (
      note instanceof PDFDict &&
      note.has(PDFName.of('AP')) &&
      kind !== PDFName.of('Widget') &&
      kind !== PDFName.of('Popup')
    )
  })
  return widgetsOn(page).filter(
    ({ dict, annotation }) => isShown(dict) && !dict.has(PDFName.of('OC')) && (lowest === -1 || annotation < lowest),
  )
}

/** Whether a page's drawing can be read to its end, and closes what it opens. */
function isEnded(page: PDFPage): boolean {
  const contents = page.node.Contents()
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
  try {
    const drawing = parts.map((each) => {
      const part = page.node.context.lookup(each)
      const bytes = part instanceof PDFRawStream ? decodePDFRawStream(part).decode() : Buffer.of()
      return Buffer.from(bytes).toString('latin1')
    })
    const count = (word: RegExp) => drawing.join('\n').match(word)?.length ?? 0
    return count(/(?<![^\s>)\]])BT(?=\s|$)/g) <= count(/(?<![^\s>)\]])ET(?=\s|$)/g)
  } catch {
    return false // damaged
  }
}

/** Draws a widget into the page itself, fitting its appearance into its place as a viewer does. */
export function drawWidget(page: PDFPage, widget: PDFDict, [left, bottom, right, top]: Rectangle): void {
  const drawing = drawingOf(widget)
  if (!drawing) return
  const context = page.node.context
  drawing.dict.set(PDFName.of('Type'), PDFName.of('XObject'))
  drawing.dict.set(PDFName.of('Subtype'), PDFName.of('Form'))
  const box = rectangleOf(drawing.dict, 'BBox') ?? [0, 0, right - left, top - bottom]
  drawing.dict.set(PDFName.of('BBox'), context.obj([...box]))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbersOf(drawing.dict, 'Matrix') ?? []
  const corners = [0, 2].flatMap((x) => [1, 3].map((y) => [box[x] ?? 0, box[y] ?? 0] as const))
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y]
  const [scaleX, scaleY] = [width && (right - left) / width, height && (top - bottom) / height]
  const name = page.node.newXObject('FlatWidget', context.getObjectRef(drawing) ?? context.register(drawing))
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(scaleX, 0, 0, scaleY, left - x * scaleX, bottom - y * scaleY),
    drawObject(name),
    popGraphicsState(),
  )
}

function rectangleOf(dict: PDFDict, key: string): Rectangle | undefined {
  const numbers = numbersOf(dict, key)
  if (numbers?.length !== 4) return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

export function numbersOf(dict: PDFDict, key: string): readonly number[] | undefined {
  const array = dict.lookup(PDFName.of(key))
  if (!(array instanceof PDFArray)) return undefined
  return array.asArray().map((each) => {
    const number = dict.context.lookup(each)
    return number instanceof PDFNumber ? number.asNumber() : 0
  })
}
