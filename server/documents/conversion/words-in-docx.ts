import { SaxesParser } from 'saxes'

/** The XML parts of a Word document by name. */
type Parts = Readonly<Record<string, string>>

/** Not read: what nobody sees, and what the office formats itself. It still prints changes, fields and formulas. */
const HIDDEN_ELEMENTS = new Set([
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'w:delText',
  'w:fldSimple',
  'mc:Fallback',
  'm:oMath',
])

/** Elements that may stand between two letters and separate words. */
const separators = new Set([
  ...['w:p', 'w:tab', 'w:ptab', 'w:br', 'w:cr', 'w:sym', 'w:del', 'w:moveFrom', 'w:fldSimple', 'w:fldChar', 'm:oMath'],
  ...['w:sdt', 'w:footnoteReference', 'w:endnoteReference'],
])

/**
 * The words that a Word document shows: its text, notes, text boxes, and the header and footer of its first section. It
 * omits deleted and hidden text and comments, and also fields, because the office recalculates their values.
 */
export function wordsInDocx(parts: Parts): string {
  const hidden = hiddenStyles(parts['word/styles.xml'] ?? '')
  const body = shownText(parts['word/document.xml'] ?? '', hidden)
  const relations = targetsIn(parts['word/_rels/document.xml.rels'] ?? '')
  const margins = body.margins.map((id) => parts[`word/${relations.get(id)}`] ?? '')
  const notes = ['footnote', 'endnote'].map((kind) =>
    shownText(
      parts[`word/${kind}s.xml`] ?? '',
      hidden,
      (element, id) => element !== `w:${kind}` || body.notes.has(`${kind} ${id}`),
    ),
  )
  return [body, ...margins.map((part) => shownText(part, hidden)), ...notes].map(({ text }) => text).join('\n')
}

/** The text that one part shows. `isUsed` says whether anything refers to an element with this id. */
function shownText(
  xml: string,
  hidden: ReadonlySet<string>,
  isUsed: (name: string, id: string) => boolean = () => true,
) {
  const margins: { readonly kind: string; readonly id: string }[] = []
  const notes = new Set<string>()
  // The open paragraphs and runs, which can nest through a text box: whether each is hidden.
  const [open, hiddenParagraphs, hiddenRuns]: [string[], boolean[], boolean[]] = [[], [], []]
  let [text, hiddenDepth, fields, first, sections] = ['', 0, 0, false, 0]
  let isRewritten = false // in a control whose value the office rewrites: a date, or a value stored elsewhere
  parse(
    xml,
    (name, attributes) => {
      open.push(name)
      const value = attributes['w:val'] ?? ''
      const on = isOn(value)
      if (name === 'w:sdtContent' && isRewritten && hiddenDepth === 0) hiddenDepth = open.length
      if (name === 'w:sdtPr' || name === 'w:sdtContent') isRewritten = false
      if (name === 'w:date' || name === 'w:dataBinding') isRewritten = true
      if (hiddenDepth === 0 && separators.has(name)) text += '\n'
      if (hiddenDepth === 0 && (HIDDEN_ELEMENTS.has(name) || !isUsed(name, attributes['w:id'] ?? '')))
        hiddenDepth = open.length
      if (hiddenDepth > 0) return
      if (name === 'w:p') hiddenParagraphs.push(hidden.has(DEFAULT))
      if (name === 'w:r') hiddenRuns.push(hiddenParagraphs.at(-1) === true)
      if (name === 'w:pStyle') hiddenParagraphs.splice(-1, 1, hidden.has(value))
      const ofRun = open.at(-2) === 'w:rPr' && open.at(-3) === 'w:r'
      if (ofRun && name === 'w:rStyle' && hidden.has(value)) hiddenRuns.splice(-1, 1, true)
      if (ofRun && (name === 'w:vanish' || name === 'w:specVanish')) hiddenRuns.splice(-1, 1, on)
      if (name === 'w:fldChar' && attributes['w:fldCharType'] === 'begin') fields += 1
      if (name === 'w:fldChar' && attributes['w:fldCharType'] === 'end') fields -= 1
      if (name === 'w:footnoteReference' || name === 'w:endnoteReference')
        notes.add(`${name.slice(2, -'Reference'.length)} ${attributes['w:id']}`)
      if (sections === 0 && (name === 'w:headerReference' || name === 'w:footerReference'))
        margins.push({ kind: attributes['w:type'] ?? 'default', id: attributes['r:id'] ?? '' })
      if (sections === 0 && name === 'w:titlePg' && on) first = true
    },
    (letters) => {
      if (hiddenDepth === 0 && fields <= 0 && open.at(-1) === 'w:t' && hiddenRuns.at(-1) !== true) text += letters
    },
    (name) => {
      const isVisible = hiddenDepth === 0
      if (hiddenDepth === open.length) hiddenDepth = 0
      open.pop()
      if (name === 'w:sectPr') sections += 1
      if (isVisible && name === 'w:p') hiddenParagraphs.pop()
      if (isVisible && name === 'w:r') hiddenRuns.pop()
      if (separators.has(name)) text += '\n'
    },
  )
  return {
    text,
    notes,
    margins: margins.filter(({ kind }) => kind === (first ? 'first' : 'default')).map(({ id }) => id),
  }
}

/** The names of styles that hide their text, by themselves or through the style they are based on. */
function hiddenStyles(xml: string): ReadonlySet<string> {
  const [vanishes, bases] = [new Map<string, boolean>(), new Map<string, string>()]
  let style = ''
  parse(xml, (name, attributes) => {
    if (name === 'w:style') style = attributes['w:styleId'] ?? ''
    if (name === 'w:style' && attributes['w:type'] === 'paragraph' && isOn(attributes['w:default'] ?? '0'))
      bases.set(DEFAULT, style)
    if (name === 'w:basedOn') bases.set(style, attributes['w:val'] ?? '')
    if (name === 'w:vanish') vanishes.set(style, isOn(attributes['w:val'] ?? ''))
  })
  const hides = (name: string, left = DEEPEST_STYLE): boolean =>
    vanishes.get(name) ?? (left > 0 && bases.has(name) && hides(bases.get(name) ?? '', left - 1))
  return new Set([...vanishes.keys(), ...bases.keys()].filter((name) => hides(name)))
}

/** The style of paragraphs that name none. */
const DEFAULT = ''
const DEEPEST_STYLE = 20 // a style may be based on itself

const isOn = (value: string) => !['0', 'false', 'off'].includes(value)

function targetsIn(xml: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  parse(xml, (name, { Id = '', Target = '' }) => {
    if (name === 'Relationship') targets.set(Id, Target)
  })
  return targets
}

/** Throws if the text is not XML. */
function parse(
  xml: string,
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void,
  onText: (letters: string) => void = () => {},
  onClose: (name: string) => void = () => {},
): void {
  if (xml === '') return
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => onOpen(name, attributes))
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', ({ name }) => onClose(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
}
