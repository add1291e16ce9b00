import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** What a form says about one of its widgets: which of its states is on, or the text that it holds. */
export type Field =
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
