import {
  concatTransformationMatrix,
  decodePDFRawStream,
  drawObject,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import type { Rectangle } from './open-pdf.ts'

/** A drawing that lies on a page, such as a signature, a stamp or a circle, by the number of its page. */
export type Note = { readonly page: number; readonly place: Rectangle }

/** The drawings on the pages of a document, apart from fields, whose values are compared one by one. */
export const notesIn = (source: PDFDocument): readonly Note[] =>
  source.getPages().flatMap((page, number) =>
    notesOn(page).flatMap(({ dict, place }) => {
      const kind = textOf(dict.lookup(PDFName.of('Subtype')))
      const isField = kind === 'Widget' && textOf(inherited(dict, 'FT')) !== 'Sig'
      return isField || !isShown(dict) || !drawingOf(dict) ? [] : [{ page: number, place }]
    }),
  )

/** How many drawings lie on the pages of a document, fields too; 0 if its pages cannot be found. */
export function drawingsIn(source: PDFDocument): number {
  try {
    const shown = source.getPages().flatMap(notesOn)
    return shown.filter(({ dict }) => isShown(dict) && drawingOf(dict)).length
  } catch {
    return 0 // a page tree that leads nowhere
  }
}

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
    return note instanceof PDFDict && note.has(PDFName.of('AP')) && kind !== PDFName.of('Widget')
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

/** What a form says about one of its widgets: which of its states is on, or the text that it holds. */
type Field =
  | { readonly kind: 'tick'; readonly state: string; readonly isRadio: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'other' }

const MAX_LEVELS = 32 // of a field in fields; a damaged form may contain itself
const OFF = 'Off'
const FLAGS = { radio: 1 << 15, button: 1 << 16, password: 1 << 13 } as const

/** Reads a widget's field. `needsRedraw`: the form asks its reader to draw its values anew. */
export function fieldOf(widget: PDFDict, needsRedraw: boolean): Field {
  const flags = flagsOf(widget)
  switch (textOf(inherited(widget, 'FT'))) {
    case 'Btn':
      if (flags & FLAGS.button) return { kind: 'other' }
      return { kind: 'tick', state: stateOf(widget, needsRedraw), isRadio: (flags & FLAGS.radio) !== 0 }
    case 'Tx':
      if (flags & FLAGS.password) return { kind: 'other' }
      return { kind: 'text', text: fieldValue(widget) ?? '' }
    case 'Ch':
      return { kind: 'text', text: chosen(widget) }
    default:
      return { kind: 'other' }
  }
}

/** An entry of a widget, or of the field that it belongs to. */
export function inherited(widget: PDFDict, key: string): PDFObject | undefined {
  let dict: PDFObject | undefined = widget
  for (let level = 0; dict instanceof PDFDict && level < MAX_LEVELS; level += 1) {
    const value: PDFObject | undefined = dict.lookup(PDFName.of(key))
    if (value !== undefined && value !== PDFNull) return value
    dict = dict.lookup(PDFName.of('Parent'))
  }
  return undefined
}

export function flagsOf(widget: PDFDict): number {
  const flags = inherited(widget, 'Ff')
  return flags instanceof PDFNumber ? flags.asNumber() : 0
}

/** The text of a value, however its program wrote it; undefined if it has none. */
export function textOf(value: PDFObject | undefined): string | undefined {
  if (value instanceof PDFName) return value.decodeText()
  if (value instanceof PDFNumber) return String(value.asNumber())
  if (value instanceof PDFRawStream) return textIn(decodePDFRawStream(value).decode())
  return value instanceof PDFString || value instanceof PDFHexString ? textIn(value.asBytes()) : undefined
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])

function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (UTF8_MARK.equals(bytes.subarray(0, UTF8_MARK.length))) return new TextDecoder().decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  // In pieces, because pdf-lib passes every letter as an argument.
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, index) =>
    PDFHexString.fromBytes(bytes.subarray(index * PIECE, (index + 1) * PIECE)).decodeText(),
  )
  return pieces.join('')
}
const PIECE = 10_000 // bytes

/** The states in which a tick is on that a widget has drawings for. */
function drawnStates(widget: PDFDict): readonly string[] {
  const drawings = widget.lookup(PDFName.of('AP'))
  const states = drawings instanceof PDFDict ? drawings.lookup(PDFName.of('N')) : undefined
  if (!(states instanceof PDFDict)) return []
  return states.keys().flatMap((key) => (key.decodeText() === OFF ? [] : [key.decodeText()]))
}

/**
 * The state that a viewer shows. It is the widget's own, unless the form asks to be drawn anew and its value names a
 * state: programs that fill in forms change only the value, or write it in a way that names none.
 */
function stateOf(widget: PDFDict, needsRedraw: boolean): string {
  const own = textOf(widget.lookup(PDFName.of('AS')))
  const states = statesOf(widget)
  const named = namedState(widget)
  if (own !== undefined && (own === OFF || states.includes(own)) && !(needsRedraw && named !== undefined)) return own
  return named !== undefined && states.includes(named) ? named : OFF
}

/** The states in which a widget is on. One without drawings has the state that it is in, or that its field is in. */
function statesOf(widget: PDFDict): readonly string[] {
  const drawn = drawnStates(widget)
  if (drawn.length > 0) return drawn
  const own = textOf(widget.lookup(PDFName.of('AS')))
  if (own !== undefined && own !== OFF) return [own]
  const widgets = widgetsOf(widget)
  const value = fieldValue(widget)
  if (widgets.length > 1) return [String(widgets.indexOf(widget))]
  return value === undefined || value === OFF || value === '' ? [] : [value]
}

/**
 * The state that a field's value names, by the name of a state or by the export value of a widget (Opt). Some programs
 * write the name as a text, even with its slash.
 */
function namedState(widget: PDFDict): string | undefined {
  const value = fieldValue(widget)?.replace(/^\//, '')
  if (value === undefined || value === OFF) return undefined
  const widgets = widgetsOf(widget)
  if (widgets.some((each) => statesOf(each).includes(value))) return value
  const index = listOf(widget, 'Opt').findIndex((each) => textOf(each) === value)
  const exported = widgets[index]
  return exported && statesOf(exported)[0]
}

/** The value of a field, which some programs leave in its widgets as it was. */
function fieldValue(widget: PDFDict): string | undefined {
  const parent = widget.lookup(PDFName.of('Parent'))
  const field = parent instanceof PDFDict && !widget.has(PDFName.of('T')) ? inherited(parent, 'V') : undefined
  return textOf(field ?? inherited(widget, 'V'))
}

/** All widgets of a widget's field, in its order. */
function widgetsOf(widget: PDFDict): readonly PDFDict[] {
  const parent = widget.lookup(PDFName.of('Parent'))
  const kids = parent instanceof PDFDict && !widget.has(PDFName.of('T')) ? parent.lookup(PDFName.of('Kids')) : undefined
  const found = kids instanceof PDFArray ? kids.asArray().map((each) => widget.context.lookup(each)) : []
  const widgets = found.filter((each) => each instanceof PDFDict)
  return widgets.includes(widget) ? widgets : [widget]
}

/** The chosen entries of a list, as they are shown: their value may be a code. */
function chosen(widget: PDFDict): string {
  const shown = new Map<string, string>()
  for (const option of listOf(widget, 'Opt')) {
    const [value, text] = option instanceof PDFArray ? [option.lookup(0), option.lookup(1)] : [option, option]
    shown.set(textOf(value) ?? '', textOf(text) ?? '')
  }
  const values = listOf(widget, 'V').map((each) => textOf(each) ?? '')
  return values.map((each) => shown.get(each) ?? each).join('\n')
}

function listOf(widget: PDFDict, key: string): readonly (PDFObject | undefined)[] {
  const value = inherited(widget, key)
  if (value === undefined) return []
  return value instanceof PDFArray ? value.asArray().map((each) => widget.context.lookup(each)) : [value]
}
