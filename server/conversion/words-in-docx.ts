import { SaxesParser } from 'saxes'

/** The XML parts of a Word document by their names. */
type Parts = Readonly<Record<string, string>>

/** What nobody sees, or what the office counts and writes anew. */
const unseen = new Set(['w:del', 'w:moveFrom', 'w:instrText', 'w:delText', 'w:fldSimple', 'mc:Fallback', 'm:oMath'])

/**
 * The words that a Word document shows: its text, its notes, what stands in text boxes, the head and foot of its first
 * section. Not what is deleted, hidden or a comment, and no fields, whose values the office works out again.
 */
export function wordsInDocx(parts: Parts): string {
  const hidden = hiddenStyles(parts['word/styles.xml'] ?? '')
  const body = shownIn(parts['word/document.xml'] ?? '', hidden)
  const relations = targetsIn(parts['word/_rels/document.xml.rels'] ?? '')
  const margins = body.margins.map((id) => parts[`word/${relations.get(id)}`] ?? '')
  const notes = ['footnote', 'endnote'].map((kind) =>
    shownIn(
      parts[`word/${kind}s.xml`] ?? '',
      hidden,
      (element, id) => element !== `w:${kind}` || body.notes.has(`${kind} ${id}`),
    ),
  )
  return [body, ...margins.map((part) => shownIn(part, hidden)), ...notes].map(({ text }) => text).join('\n')
}

/** What one part shows. `isUsed` says of an element with an id whether anything refers to it. */
function shownIn(xml: string, hidden: ReadonlySet<string>, isUsed: (name: string, id: string) => boolean = () => true) {
  const margins: { readonly kind: string; readonly id: string }[] = []
  const [notes, open]: [Set<string>, string[]] = [new Set(), []]
  let [text, run, isHidden, inStyle, unseenSince, fields, first, sections] = ['', '', false, false, 0, 0, false, 0]
  let isDate = false // a control whose date the office writes in its own way
  parse(
    xml,
    (name, attributes) => {
      open.push(name)
      const value = attributes['w:val'] ?? ''
      const on = !['0', 'false', 'off'].includes(value)
      if (name === 'w:sdtContent' && isDate && unseenSince === 0) unseenSince = open.length
      if (name === 'w:date' || name === 'w:sdtContent') isDate = name === 'w:date'
      if (unseenSince === 0 && (unseen.has(name) || !isUsed(name, attributes['w:id'] ?? ''))) unseenSince = open.length
      if (unseenSince > 0) return
      if (name === 'w:p') [inStyle, isHidden] = [false, false]
      if (name === 'w:r') [run, isHidden] = ['', inStyle]
      if (name === 'w:pStyle') inStyle = hidden.has(value)
      if (name === 'w:rStyle' && hidden.has(value)) isHidden = true
      if ((name === 'w:vanish' || name === 'w:specVanish') && open.includes('w:r')) isHidden = on
      if (name === 'w:tab' || name === 'w:br' || name === 'w:cr') run += ' '
      if (name === 'w:fldChar' && attributes['w:fldCharType'] === 'begin') fields += 1
      if (name === 'w:fldChar' && attributes['w:fldCharType'] === 'end') fields -= 1
      if (name === 'w:footnoteReference' || name === 'w:endnoteReference')
        notes.add(`${name.slice(2, -'Reference'.length)} ${attributes['w:id']}`)
      if (sections === 0 && (name === 'w:headerReference' || name === 'w:footerReference'))
        margins.push({ kind: attributes['w:type'] ?? 'default', id: attributes['r:id'] ?? '' })
      if (sections === 0 && name === 'w:titlePg' && on) first = true
    },
    (letters) => {
      if (unseenSince === 0 && fields === 0 && open.at(-1) === 'w:t') run += letters
    },
    (name) => {
      if (unseenSince === open.length) unseenSince = 0
      open.pop()
      if (name === 'w:sectPr') sections += 1
      if (name === 'w:r' && !isHidden) text += run
      if (name === 'w:r') run = ''
      if (name === 'w:p' || name === 'w:tc') text += '\n'
    },
  )
  return {
    text,
    notes,
    margins: margins.filter(({ kind }) => kind === (first ? 'first' : 'default')).map(({ id }) => id),
  }
}

/** The names of styles that hide what is set in them. */
function hiddenStyles(xml: string): ReadonlySet<string> {
  const names = new Set<string>()
  let style = ''
  parse(xml, (name, attributes) => {
    if (name === 'w:style') style = attributes['w:styleId'] ?? ''
    if (name === 'w:vanish' && !['0', 'false', 'off'].includes(attributes['w:val'] ?? '')) names.add(style)
  })
  return names
}

function targetsIn(xml: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  parse(xml, (name, { Id = '', Target = '' }) => {
    if (name === 'Relationship') targets.set(Id, Target)
  })
  return targets
}

/** Throws for what is no XML. */
function parse(
  xml: string,
  opened: (name: string, attributes: Readonly<Record<string, string>>) => void,
  said: (letters: string) => void = () => {},
  closed: (name: string) => void = () => {},
): void {
  if (xml === '') return
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => opened(name, attributes))
  parser.on('text', said)
  parser.on('cdata', said)
  parser.on('closetag', ({ name }) => closed(name))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
}
