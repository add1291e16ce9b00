import {
  decodePDFRawStream,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'
import {
  drawableOn,
  drawingOf,
  drawWidget,
  fieldOf,
  flagsOf,
  inherited,
  isShown,
  numbersOf,
  textOf,
  widgetsOn,
} from './draw-widget.ts'
import { missingWords } from './missing-words.ts'
import { openPdf, type Rectangle } from './open-pdf.ts'

/** A widget that was changed before it was drawn, by the number of its page and of its annotation there. */
export type ChangedWidget = { readonly page: number; readonly annotation: number; readonly place: Rectangle } & (
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'text'; readonly value: string }
)
type TextWidget = Extract<ChangedWidget, { kind: 'text' }> & { readonly dict: PDFDict }

/**
 * Draws the contents of forms into their pages. A field that does not show its value is drawn anew, because programs
 * that fill in forms leave that to the reader; an appearance that shows it is kept. Undefined if no font has a letter of
 * a value.
 */
export async function drawForm(source: PDFDocument): Promise<readonly ChangedWidget[] | undefined> {
  const form = source.catalog.lookup(PDFName.of('AcroForm'))
  const needsRedraw = form instanceof PDFDict && form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True
  const states: ChangedWidget[] = []
  const texts: TextWidget[] = []
  for (const [page, leaf] of source.getPages().entries()) {
    for (const { dict, annotation, place } of widgetsOn(leaf)) {
      if (!isShown(dict)) continue
      const at = { page, annotation, place }
      const field = fieldOf(dict, needsRedraw)
      if (field.kind === 'tick') {
        const { state } = field
        if (setState(dict, state)) states.push({ ...at, kind: 'state', state })
        if (state !== 'Off' && commandsOf(dict).trim() === '')
          texts.push({ ...at, kind: 'text', dict, value: signOf(dict, field) })
      } else if (field.kind === 'text' && field.text.trim() !== '')
        texts.push({ ...at, kind: 'text', dict, value: field.text })
    }
  }
  const redrawn = await thoseNotShown(texts, needsRedraw)
  if (!(await redraw(source, redrawn))) return undefined
  for (const page of source.getPages()) {
    const drawn = drawableOn(page)
    for (const { dict, place } of drawn) drawWidget(page, dict, place)
    // From the last to the first, because removing one renumbers those after it.
    for (const { annotation } of drawn.toReversed()) page.node.Annots()?.remove(annotation)
  }
  return [...states, ...redrawn]
}

/** Makes a widget show this state. Returns whether a viewer would otherwise show another one. */
function setState(widget: PDFDict, state: string): boolean {
  const key = PDFName.of('AS')
  const before = textOf(widget.lookup(key))
  const drawings = widget.lookup(PDFName.of('AP'))
  const states = drawings instanceof PDFDict ? drawings.lookup(PDFName.of('N')) : undefined
  const written = states instanceof PDFDict ? states.keys().find((each) => textOf(each) === state) : undefined
  widget.set(key, written ?? PDFName.of(state))
  return before !== state
}

/** The commands of a widget's appearance; empty if it has none, or one that cannot be read. */
function commandsOf(widget: PDFDict): string {
  const drawing = drawingOf(widget)
  try {
    const bytes = drawing instanceof PDFRawStream ? decodePDFRawStream(drawing).decode() : drawing?.getContents()
    return Buffer.from(bytes ?? []).toString('latin1')
  } catch {
    return '' // damaged: readers show nothing of it either
  }
}

const SHOWS_TEXT = /T[jJ*]|['"]/

/** The sign that a form wants for a tick, by its name in the font ZapfDingbats. */
function signOf(widget: PDFDict, { isRadio }: { readonly isRadio: boolean }): string {
  const look = widget.lookup(PDFName.of('MK'))
  const wanted = look instanceof PDFDict ? textOf(look.lookup(PDFName.of('CA'))) : undefined
  return SIGNS.get(wanted ?? '') ?? (isRadio ? '●' : '✔')
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['4', '✔'],
  ['8', '✘'],
  ['H', '★'],
  ['l', '●'],
  ['n', '■'],
  ['u', '◆'],
])

/**
 * The widgets that must be drawn anew: their appearance, read by another program, is not their value. Unless the form
 * asks for it, another text stays, because a script may have formatted the value; a value that is cut off does not. If it
 * asks for it, none stays that is read from right to left: it may have the right letters, from left to right.
 */
async function thoseNotShown(texts: readonly TextWidget[], needsRedraw: boolean): Promise<readonly TextWidget[]> {
  const drawn = texts.filter(({ dict }) => drawingOf(dict))
  if (drawn.length === 0) return texts
  const appearances = await PDFDocument.create()
  for (const { dict, place } of drawn) {
    const [left, bottom, right, top] = place
    const page = appearances.addPage([Math.max(1, right - left), Math.max(1, top - bottom)])
    const copy = PDFObjectCopier.for(dict.context, page.node.context).copy(drawingOf(dict) ?? dict)
    const { context } = page.node
    const commands = commandsOf(dict)
    // Some programs write question marks, and say there that they are the letters of the value.
    const letters = commands.replace(ACTUAL_TEXT, '')
    const isOther = letters !== commands && copy instanceof PDFRawStream
    const N = isOther ? context.flateStream(Buffer.from(letters, 'latin1'), entriesOf(copy)) : copy
    const widget = context.obj({ AP: { N: context.register(N) } })
    drawWidget(page, widget, [0, 0, right - left, top - bottom])
  }
  const seen = await openPdf(await appearances.save())
  const shown = drawn.filter(({ dict, value, place: [left, bottom, right, top] }, index) => {
    if (needsRedraw && RIGHT_TO_LEFT.test(value)) return false
    const inside = [0, 0, right - left, top - bottom] as const
    const read = seen?.render(index, { without: [], covered: [inside], states: [] })
    if (!read || isSame(value, read.covered.join())) return read !== undefined
    if (needsRedraw || lacksLetters(value, [read.text, ...read.covered].join())) return false
    return SHOWS_TEXT.test(commandsOf(dict)) && !isSame(value, read.text)
  })
  return texts.filter((each) => !shown.includes(each))
}

const ACTUAL_TEXT = /\/ActualText\s*(?:<[0-9A-Fa-f\s]*>|\((?:\\[\s\S]|[^\\)])*\))/g
const entriesOf = ({ dict }: PDFRawStream) =>
  Object.fromEntries(
    dict.entries().flatMap(([key, value]) => {
      const entry = key.decodeText()
      return ['BBox', 'Matrix', 'Resources', 'Type', 'Subtype'].includes(entry) ? [[entry, value]] : []
    }),
  )
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Whether letters of a value that many fonts lack are not in its drawing: some programs that fill in forms write question
 * marks in their place. What a script formatted has other signs or other capitals.
 */
function lacksLetters(value: string, drawn: string): boolean {
  const seen = plain(drawn)
  return (plain(value).match(/(?![\0-\u00ff])[\p{L}\p{N}]/gu) ?? []).some((letter) => !seen.includes(letter))
}
const plain = (text: string) => text.normalize('NFKC').toLowerCase()

const isSame = (one: string, other: string) =>
  missingWords(one, other).length === 0 && missingWords(other, one).length === 0

/** Draws these widgets anew. False if no font has a letter. */
async function redraw(source: PDFDocument, texts: readonly TextWidget[]): Promise<boolean> {
  if (texts.length === 0) return true
  const form = source.catalog.lookup(PDFName.of('AcroForm'))
  const drawings = await drawTexts(
    source,
    texts.map((each) => lookOf(each, form instanceof PDFDict ? form : source.context.obj({}))),
  )
  if (!drawings) return false
  for (const [index, { dict }] of texts.entries()) {
    const drawing = drawings[index]
    if (drawing) dict.set(PDFName.of('AP'), source.context.obj({ N: drawing }))
  }
  return true
}

const FLAGS = { multiline: 1 << 12, comb: 1 << 24 } as const

const MATRICES: Readonly<Record<number, readonly number[]>> = {
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
}

/** The look that a form wants for the text of a widget. */
function lookOf({ dict, value, place }: TextWidget, form: PDFDict): FieldText {
  const [left, bottom, right, top] = place
  const entry = (key: string) => inherited(dict, key) ?? form.lookup(PDFName.of(key))
  const number = (value: unknown) => (value instanceof PDFNumber ? value.asNumber() : 0)
  const written = textOf(entry('DA')) ?? ''
  const [, font = '', size = '0'] = /\/(\S*)\s+([\d.]+)\s+Tf/.exec(written) ?? []
  const look = dict.lookup(PDFName.of('MK'))
  const made = look instanceof PDFDict ? look : dict.context.obj({})
  const matrix = MATRICES[((number(made.lookup(PDFName.of('R'))) % 360) + 360) % 360]
  const [width, height] = [Math.max(1, right - left), Math.max(1, top - bottom)]
  const stroke = colorOf(numbersOf(made, 'BC') ?? [])
  const style = dict.lookup(PDFName.of('BS'))
  const thickness = style instanceof PDFDict ? style.lookup(PDFName.of('W')) : undefined
  const isText = textOf(inherited(dict, 'FT')) === 'Tx'
  const flags = isText ? flagsOf(dict) : 0
  const side = number(entry('Q'))
  return {
    text: value,
    ...(matrix && matrix[0] === 0 ? { width: height, height: width } : { width, height }),
    matrix: matrix ?? [1, 0, 0, 1, 0, 0],
    size: Number(size),
    color: colorOf(colorIn(written)) ?? '#000000',
    serif: isSerif(form, font),
    side: textOf(inherited(dict, 'FT')) === 'Btn' || side === 1 ? 1 : side === 2 ? 2 : 0,
    multiline: (flags & FLAGS.multiline) !== 0,
    cells: flags & FLAGS.comb ? number(inherited(dict, 'MaxLen')) : 0,
    fill: colorOf(numbersOf(made, 'BG') ?? []),
    border: stroke === null ? 0 : thickness === undefined ? 1 : number(thickness),
    stroke: stroke ?? '#000000',
  }
}

/** The numbers of the last color that is set before a text. */
function colorIn(appearance: string): readonly number[] {
  const colors = [...appearance.matchAll(/((?:[\d.]+\s+){1,4})(?:g|rg|k)(?=\s|$)/g)]
  return (colors.at(-1)?.[1] ?? '').trim().split(/\s+/).filter(Boolean).map(Number)
}

/** A gray, a mixture of red, green and blue, or one of four inks, as #rrggbb; null for no color. */
function colorOf(parts: readonly number[]): string | null {
  const [one = 0, two = 0, three = 0, four = 0] = parts
  const light = (ink: number) => (1 - ink) * (1 - four)
  const mixed: Readonly<Record<number, readonly number[]>> = {
    1: [one, one, one],
    3: [one, two, three],
    4: [light(one), light(two), light(three)],
  }
  const hex = (part: number) =>
    Math.round(255 * Math.min(1, Math.max(0, part)))
      .toString(16)
      .padStart(2, '0')
  const found = mixed[parts.length]
  return found ? `#${found.map(hex).join('')}` : null
}

function isSerif(form: PDFDict, font: string): boolean {
  const resources = form.lookup(PDFName.of('DR'))
  const fonts = resources instanceof PDFDict ? resources.lookup(PDFName.of('Font')) : undefined
  const found = fonts instanceof PDFDict ? fonts.lookup(PDFName.of(font)) : undefined
  return found instanceof PDFDict && /times|serif|roman/i.test(textOf(found.lookup(PDFName.of('BaseFont'))) ?? font)
}

/** A text to draw, with the look that its form gives it. Lengths are in points. */
type FieldText = {
  readonly text: string
  readonly width: number
  readonly height: number
  /** 0: as large as fits, as viewers choose it. */
  readonly size: number
  /** As #rrggbb. */
  readonly color: string
  readonly serif: boolean
  /** Left, middle or right. */
  readonly side: 0 | 1 | 2
  readonly multiline: boolean
  /** How many letters the field has room for if each is in a cell of its own; otherwise 0. */
  readonly cells: number
  readonly fill: string | null
  readonly border: number
  readonly stroke: string
  /** How it is turned on its page. */
  readonly matrix: readonly number[]
}

const LARGEST_CHOSEN = 12 // points, of a text of several lines

/**
 * Draws each text with the fonts that come with the product, in any script they cover, and smaller than its form wants
 * rather than cut off. Returns one form XObject of `target` for each; undefined if they lack a letter.
 */
async function drawTexts(target: PDFDocument, texts: readonly FieldText[]): Promise<readonly PDFRef[] | undefined> {
  const { folders, covers } = loadPdfFonts()
  const contents = texts.map(contentOf)
  const drawn = contents.flatMap(({ lines }) => lines).join('')
  if ([...drawn].some((each) => !DRAWS_NOTHING.test(each) && !covers(each.codePointAt(0) ?? 0))) return undefined
  const compiler = NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [{ fontPaths: [...folders] }],
  })
  const { result } = compiler.compile({
    mainFilePath: `${import.meta.dirname}/form-text.typ`,
    inputs: { content: JSON.stringify(contents) },
  })
  if (!result) throw new Error('The texts of a form could not be drawn.')
  const source = await PDFDocument.load(compiler.pdf(result, { pdfTags: false }), { updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, target.context)
  return source.getPages().map(({ node }, index) => {
    const content = node.lookup(PDFName.Contents)
    const resources = node.Resources()
    const text = texts[index]
    if (!(content instanceof PDFRawStream) || !resources || !text) throw new Error('A text of a form was not drawn.')
    const form = PDFRawStream.of(copier.copy(content.dict), content.contents)
    const entries = {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, text.width, text.height],
      Matrix: [...text.matrix],
      Resources: copier.copy(resources),
    }
    for (const [key, value] of target.context.obj(entries).entries()) form.dict.set(key, value)
    return target.context.register(form)
  })
}

function contentOf(field: FieldText) {
  const text = field.text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(CONTROLS, '')
  const lines = text.trimEnd().split('\n')
  const wraps = field.multiline && field.cells === 0
  const { serif, sans } = fontListsFor(text)
  return {
    ...field,
    lines,
    cells: field.cells && Math.max(field.cells, [...text].length),
    words: lines.flatMap((line) => line.split(' ')),
    wraps,
    tall: /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u.test(text),
    rtl: RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? ''),
    size: field.size || (wraps ? LARGEST_CHOSEN : Math.max(4, (field.height - 2 * field.border) * 0.7)),
    fonts: field.serif ? serif : sans,
  }
}

const CONTROLS = /[^\P{Cc}\n]|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const DRAWS_NOTHING = /^\p{Default_Ignorable_Code_Point}$/u
