import { SaxesParser } from 'saxes'

/** What was deleted or moved away, and notes on how something was before. */
const goneElements: ReadonlySet<string> = new Set([
  'w:del',
  'w:moveFrom',
  'w:cellDel',
  'w:cellIns',
  'w:cellMerge',
  'w:numberingChange',
  'w:rPrChange',
  'w:pPrChange',
  'w:sectPrChange',
  'w:trPrChange',
  'w:tcPrChange',
  'w:tblPrChange',
  'w:tblPrExChange',
  'w:tblGridChange',
  'w:moveFromRangeStart',
  'w:moveFromRangeEnd',
  'w:moveToRangeStart',
  'w:moveToRangeEnd',
])
/** What only says that its content is new. Among properties it has no content. */
const newElements: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo'])
/** What may be in a paragraph that shows nothing. */
const invisibleElements: ReadonlySet<string> = new Set([
  'w:pPr',
  'w:r',
  'w:rPr',
  'w:t',
  'w:proofErr',
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:lastRenderedPageBreak',
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:permStart',
  'w:permEnd',
])

/** A place in the source that is left out. */
type Cut = { readonly from: number; readonly to: number }

type Element = {
  readonly name: string
  readonly parent: Element | undefined
  /** The paragraph that it is shown in. */
  readonly paragraph: Element | undefined
  /** Where its start tag begins and ends. */
  readonly from: number
  readonly inside: number
  /** Noted in its properties: the end of this paragraph, this row or this cell was deleted. */
  isDeleted: boolean
  /** Whether anything in this paragraph shows, or any row or cell of this table or row is left. */
  hasContent: boolean
  /** Whether rows or cells of it were left out. */
  hasLost: boolean
  /** Whether this paragraph ends a section. */
  endsSection: boolean
  /** The child before the present one, if it is a paragraph whose end was deleted. */
  runsOn: (Cut & { readonly endTag: number; readonly isEmpty: boolean }) | undefined
  /** Where the paragraph before ends that this one continues. */
  continues: number | undefined
}

/**
 * A part of a Word document with all tracked changes accepted: what was deleted or moved away is gone, what was
 * inserted is ordinary text, a paragraph whose end was deleted runs on into the next one, and deleted rows and cells
 * are gone. Everything else stays letter by letter, and so does the whole part if nothing was tracked. Throws if it is
 * not XML.
 */
export function acceptChanges(xml: string): string {
  if (!/<w:(ins|del|moveFrom|moveTo|cellDel|cellIns|\w+Change)\b/.test(xml)) return xml
  const cuts: Cut[] = []
  const parser = new SaxesParser()
  let present: Element | undefined
  /** The element whose content is being left out. */
  let gone: Element | undefined
  parser.on('opentag', ({ name }) => {
    const inside = parser.position
    const element = elementOf(name, present, xml.lastIndexOf('<', inside - 1), inside)
    if (!gone) {
      if (isGone(element)) gone = element
      else if (newElements.has(name)) cuts.push({ from: element.from, to: inside })
      note(element)
      cuts.push(...joined(element))
    }
    present = element
  })
  parser.on('text', (text) => {
    if (!gone && present?.name === 'w:t' && text !== '') show(present)
  })
  parser.on('closetag', ({ isSelfClosing }) => {
    const element = present
    present = element?.parent
    if (!element || (gone && gone !== element)) return
    const to = parser.position
    const endTag = isSelfClosing ? to : xml.lastIndexOf('<', to - 1)
    if (isLeftOut(element) && element.parent) element.parent.hasLost = true
    if (gone === element || isLeftOut(element)) cuts.push({ from: element.from, to })
    else if (newElements.has(element.name)) cuts.push({ from: endTag, to })
    else close(element, endTag, to, cuts)
    if (gone === element) gone = undefined
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return without(xml, cuts)
}

const elementOf = (name: string, parent: Element | undefined, from: number, inside: number): Element => ({
  name,
  parent,
  from,
  inside,
  paragraph: parent?.name === 'w:p' ? parent : isProperties(parent) ? undefined : parent?.paragraph,
  isDeleted: false,
  hasContent: false,
  hasLost: false,
  endsSection: false,
  runsOn: undefined,
  continues: undefined,
})

const isProperties = (element: Element | undefined) =>
  element !== undefined && /^w:(r|p|num|tr|tc)Pr$/.test(element.name)
const isGone = ({ name, parent }: Element) => goneElements.has(name) || (isProperties(parent) && newElements.has(name))
/** A row or a cell that was deleted, or a row or a table of which nothing is left. */
const isLeftOut = ({ name, isDeleted, hasContent, hasLost }: Element) =>
  (isDeleted && name !== 'w:p') || (hasLost && !hasContent && (name === 'w:tr' || name === 'w:tbl'))

/** Records in the elements around it what an element says about them. */
function note(element: Element): void {
  const { name, parent } = element
  const owner = parent?.parent
  if (parent?.name === 'w:rPr' && owner?.name === 'w:pPr' && (name === 'w:del' || name === 'w:moveFrom')) {
    if (owner.parent) owner.parent.isDeleted = true
  } else if (
    owner &&
    ((parent?.name === 'w:trPr' && name === 'w:del') || (parent?.name === 'w:tcPr' && name === 'w:cellDel'))
  )
    owner.isDeleted = true
  else if (name === 'w:sectPr' && parent?.name === 'w:pPr' && owner) owner.endsSection = true
  else if (!invisibleElements.has(name) && !newElements.has(name) && !isProperties(parent) && !goneElements.has(name))
    show(element)
}

/** Records that the paragraph around an element shows something. */
function show({ paragraph }: Element): void {
  if (paragraph) paragraph.hasContent = true
}

/** What is left out between a paragraph whose end was deleted and `element`, which comes after it. */
function joined(element: Element): readonly Cut[] {
  const { parent } = element
  const before = parent?.runsOn
  if (parent) parent.runsOn = undefined
  if (before && element.name === 'w:p') {
    if (before.isEmpty) return [before]
    element.continues = before.endTag
  }
  // The first child of the paragraph that continues another; its properties are left out when they end.
  if (parent?.continues === undefined || parent.name !== 'w:p' || element.name === 'w:pPr') return []
  const cut = { from: parent.continues, to: parent.inside }
  parent.continues = undefined
  return [cut]
}

function close(element: Element, endTag: number, to: number, cuts: Cut[]): void {
  const { name, parent, isDeleted, hasContent, endsSection, from } = element
  if (name === 'w:pPr' && parent?.continues !== undefined) {
    // A section ends with its own paragraph, so that one is not joined.
    if (!parent.endsSection) cuts.push({ from: parent.continues, to })
    parent.continues = undefined
  }
  if (name === 'w:p' && isDeleted && !endsSection && parent) parent.runsOn = { from, to, endTag, isEmpty: !hasContent }
  if ((name === 'w:tc' || name === 'w:tr') && parent) parent.hasContent = true
}

/** The text without these places, some of which are inside others. */
function without(text: string, cuts: readonly Cut[]): string {
  const kept: string[] = []
  let at = 0
  for (const { from, to } of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from > at) kept.push(text.slice(at, from))
    at = Math.max(at, to)
  }
  return kept.join('') + text.slice(at)
}
