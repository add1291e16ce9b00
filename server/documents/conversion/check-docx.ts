import { buffer } from 'node:stream/consumers'
import { zipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { acceptChanges } from './accept-changes.ts'
import { type ChildReply, refusals } from './outcome.ts'

const MAX_PARTS = 2_000
const MAX_BYTES = 64 * 1024 * 1024 // all parts together once inflated; a full 1 MB document has a tenth of it

/**
 * Checks a Word document before anything opens it, and refuses it for more parts or bytes than any genuine one has,
 * entities that would expand endlessly, a password, or damage. Every part is inflated and counted, because the zip
 * directory may lie. For a sound document, returns the words that it shows. The office prints tracked changes, so they
 * are accepted first (docs/decisions/0021).
 */
export async function checkDocx(bytes: Uint8Array): Promise<ChildReply> {
  const parts = await partsOf(bytes)
  if ('refused' in parts) return parts
  const xml = Object.values(parts.xml)
  // The format forbids a document type, and thus entities that repeat each other.
  if (xml.some((part) => part.replaceAll('\0', '').includes('<!DOCTYPE'))) return { refused: refusals.brokenWord }
  // Whole documents of another format inside this one: the office silently leaves them out.
  if (xml.some((part) => /<(?:\w+:)?altChunk\b/.test(part))) return { refused: refusals.mixedWord }
  try {
    const accepted = Object.fromEntries(Object.entries(parts.xml).map(([name, part]) => [name, accept(name, part)]))
    const words = wordsInDocx(accepted)
    if (undrawn.test(words)) return { refused: refusals.lessWord }
    const changed = Object.keys(accepted).filter((name) => accepted[name] !== parts.xml[name])
    const file = changed.length > 0 ? await withParts(bytes, accepted, changed) : undefined
    return { kind: 'docx', words, accepted: file }
  } catch {
    return { refused: refusals.brokenWord } // not XML
  }
}

/**
 * A letter of a script that the fonts of the WebAssembly office do not have, as seen in PDFs it made. It draws a box for
 * each such letter, and writes the right text behind it, so that no reader of the PDF's text can tell.
 */
const undrawn =
  /(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Armenian}|\p{Script=Georgian}|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Nko}|\p{Script=Devanagari}|\p{Script=Lao}|\p{Script=Canadian_Aboriginal}|\p{Script=Tifinagh}|\p{Script=Common}|\p{Script=Inherited})\p{L}|[\uff01-\uff9f]/u

const accept = (name: string, part: string) => (/^word\/[^/]+\.xml$/.test(name) ? acceptChanges(part) : part)

/** The same document with these parts replaced. */
async function withParts(
  bytes: Uint8Array,
  xml: Readonly<Record<string, string>>,
  changed: readonly string[],
): Promise<Uint8Array> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const parts = new Map<string, Uint8Array>()
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    if (fileName.endsWith('/')) continue
    const part = changed.includes(fileName) ? xml[fileName] : undefined
    parts.set(
      fileName,
      part === undefined ? await buffer(await zip.openReadStreamPromise(entry)) : Buffer.from(inUtf8(part)),
    )
  }
  return zipSync(Object.fromEntries(parts))
}

/** The text without the encoding that its first line names, which is then UTF-8. */
const inUtf8 = (part: string) => part.replace(/^(<\?xml[^>]*?)\s+encoding=("[^"]*"|'[^']*')/, '$1')

async function partsOf(
  bytes: Uint8Array,
): Promise<{ readonly xml: Readonly<Record<string, string>> } | { readonly refused: string }> {
  const options = { lazyEntries: true, validateEntrySizes: true } as const
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), options).catch(() => undefined)
  if (!zip) return { refused: refusals.brokenWord }
  if (zip.entryCount > MAX_PARTS) return { refused: refusals.hugeWord }
  let total = 0
  const xml: Record<string, string> = {}
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) return { refused: refusals.lockedWord }
      if (total + entry.uncompressedSize > MAX_BYTES) return { refused: refusals.hugeWord }
      if (entry.fileName.endsWith('/')) continue
      const isXml = /\.(xml|rels)$/i.test(entry.fileName)
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        total += chunk.length
        if (total > MAX_BYTES) return { refused: refusals.hugeWord }
        if (isXml) chunks.push(chunk)
      }
      if (isXml) xml[entry.fileName] = textOf(Buffer.concat(chunks))
    }
  } catch {
    return { refused: refusals.brokenWord } // a part that does not inflate, or not to the size in the directory
  }
  return { xml }
}

/** XML is UTF-8 unless its first two bytes indicate UTF-16. */
const textOf = (part: Buffer): string => new TextDecoder(encodings[part.toString('hex', 0, 2)] ?? 'utf-8').decode(part)

const encodings: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }

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
  'w:p',
  'w:tab',
  'w:ptab',
  'w:br',
  'w:cr',
  'w:sym',
  'w:del',
  'w:moveFrom',
  'w:fldSimple',
  'w:fldChar',
  'm:oMath',
  'w:sdt',
  'w:footnoteReference',
  'w:endnoteReference',
])

/**
 * The words that a Word document shows: its text, notes, text boxes, and the header and footer of its first section. It
 * omits deleted and hidden text and comments, and also fields, because the office recalculates their values.
 */
function wordsInDocx(parts: Parts): string {
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
