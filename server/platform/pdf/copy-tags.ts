import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

const MOST_TEXT = 5_000 // characters; more says nothing about a document

export const textOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText().slice(0, MOST_TEXT) : undefined

/** The language of a document, if it says one. */
export function languageOf({ catalog }: PDFDocument): string | undefined {
  const language = textOf(catalog.lookup(PDFName.of('Lang')))
  return language !== undefined && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language) ? language : undefined
}

/** Whether a document says of itself that it meets PDF/UA-1. */
export function claimsAccess({ catalog }: PDFDocument): boolean {
  const metadata = catalog.lookup(PDFName.of('Metadata'))
  if (!(metadata instanceof PDFRawStream)) return false
  try {
    return CLAIM.test(Buffer.from(decodePDFRawStream(metadata).decode()).toString('utf8'))
  } catch {
    return false // damaged
  }
}
const CLAIM = /<pdfuaid:part>1<\/pdfuaid:part>|\spdfuaid:part=["']1["']/

/** Where tags are written: the same pages in another document. */
type TagTarget = {
  readonly context: PDFContext
  /** The element that holds the topmost ones. */
  readonly parent: PDFRef
  readonly pageAt: (place: number) => PDFRef
  /** What draws the marks of a page, if it is not the page itself; null for a page whose marks are not there. */
  readonly formAt?: (place: number) => PDFRef | null | undefined
  /** Before the names of elements, which cells and notes have. */
  readonly idPrefix: string
}

type CopiedTags = {
  /** The topmost elements. */
  readonly kids: readonly PDFObject[]
  /** For each page that has any, the elements of its marks, by their numbers. */
  readonly marked: readonly { readonly place: number; readonly elements: PDFRef }[]
  /** The elements of what lies on the pages. */
  readonly linked: readonly { readonly annotation: PDFRef; readonly element: PDFRef }[]
  /** The elements that have a name, with it. */
  readonly named: readonly { readonly id: string; readonly element: PDFRef }[]
  /** Whether nothing was left out. */
  readonly isWhole: boolean
}

/** The types of ISO 32000-1, 14.8.4. */
const STANDARD_TYPES = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP ' +
    'Figure Formula'
  ).split(' '), // but for Form, because what was filled in is drawn
)
const MOST_ELEMENTS = 100_000
const DEEPEST = 200
const TEXTS = ['Alt', 'ActualText', 'E', 'T'] as const
const CELL_ATTRIBUTES = ['RowSpan', 'ColSpan', 'Scope'] as const

/**
 * Writes the tags of a document anew, from names and texts that are known to be harmless; nothing is copied, and what is
 * not built as the standard says is left out, as are tags of forms. The marks in the drawings of the pages are not
 * touched. Undefined if it has no tags that lead to a mark, or too many.
 */
export function copyTags(source: PDFDocument, target: TagTarget): CopiedTags | undefined {
  const { context } = target
  const annotations = annotationsOf(source, target)
  const marks = source.catalog.lookup(PDFName.of('MarkInfo'))
  const tree = source.catalog.lookup(PDFName.of('StructTreeRoot'))
  if (!(marks instanceof PDFDict && tree instanceof PDFDict)) return undefined
  if (`${marks.lookup(PDFName.of('Marked'))}` !== 'true') return undefined
  const pages = new Map(source.getPages().map(({ ref }, at) => [ref, at]))
  const roles = tree.lookup(PDFName.of('RoleMap'))
  const seen = new Set<PDFObject>()
  const linked = new Map<PDFRef, PDFRef>()
  /** The elements of each page by the numbers of their marks. */
  const marked = new Map<number, Map<number, PDFRef>>()
  const ids = new Map<string, string>()
  /** The name of an element here, however the source names it. */
  const idFor = (own: string): string => {
    const id = ids.get(own) ?? `${target.idPrefix}${ids.size + 1}`
    ids.set(own, id)
    return id
  }
  const named = new Map<string, PDFRef>()
  let left = MOST_ELEMENTS
  let isWhole = true
  const nothing = (): [] => {
    isWhole = false
    return []
  }

  function typeOf(element: PDFDict): string {
    let name = element.lookup(PDFName.of('S'))
    for (let step = 0; step < 10 && name instanceof PDFName && !STANDARD_TYPES.has(name.decodeText()); step += 1)
      name = roles instanceof PDFDict ? roles.lookup(name) : undefined
    return name instanceof PDFName && STANDARD_TYPES.has(name.decodeText()) ? name.decodeText() : 'Div'
  }

  const pageIn = (dict: PDFDict): number | undefined => {
    const page = dict.get(PDFName.of('Pg'))
    return page instanceof PDFRef ? pages.get(page) : undefined
  }

  /** A mark of a page as a kid of its element; `isOwn` if the element itself names the page. */
  function mark(number: PDFNumber, page: number | undefined, element: PDFRef, isOwn: boolean): readonly PDFObject[] {
    const id = number.asNumber()
    if (page === undefined || !Number.isInteger(id) || id < 0 || id > MOST_ELEMENTS) return nothing()
    const form = target.formAt?.(page)
    if (form === null) return []
    const ofPage = marked.get(page) ?? new Map<number, PDFRef>()
    marked.set(page, ofPage.set(id, element))
    if (isOwn && !form) return [PDFNumber.of(id)]
    return [context.obj({ Type: 'MCR', Pg: target.pageAt(page), ...(form && { Stm: form }), MCID: id })]
  }

  function kidsOf(parent: PDFDict, at: PDFRef, inherited: number | undefined, depth: number): PDFObject[] {
    const own = parent.lookup(PDFName.of('K'))
    const kids = own instanceof PDFArray ? own.asArray().map((kid) => parent.context.lookup(kid)) : [own]
    const itsOwn = pageIn(parent)
    const page = itsOwn ?? inherited
    return kids.flatMap((kid): readonly PDFObject[] => {
      if (kid instanceof PDFNumber) return mark(kid, page, at, itsOwn !== undefined)
      if (kid === undefined) return []
      if (!(kid instanceof PDFDict)) return nothing()
      const type = kid.lookup(PDFName.of('Type'))
      if (type === PDFName.of('OBJR')) {
        const annotation = annotations.get(kid.get(PDFName.of('Obj')))
        if (!annotation || linked.has(annotation)) return nothing()
        linked.set(annotation, at)
        return [context.obj({ Type: 'OBJR', Obj: annotation })]
      }
      if (type === PDFName.of('MCR')) {
        const number = kid.lookup(PDFName.of('MCID'))
        if (!(number instanceof PDFNumber) || kid.has(PDFName.of('Stm'))) return nothing()
        return mark(number, pageIn(kid) ?? page, at, false)
      }
      const element = write(kid, at, page, depth + 1)
      return element ? [element] : nothing()
    })
  }

  function write(element: PDFDict, parent: PDFRef, inherited: number | undefined, depth: number): PDFRef | undefined {
    if (seen.has(element) || left === 0 || depth > DEEPEST) return undefined
    seen.add(element)
    left -= 1
    const ref = context.nextRef()
    const page = pageIn(element)
    const language = textOf(element.lookup(PDFName.of('Lang')))
    const written = context.obj({
      Type: 'StructElem',
      S: typeOf(element),
      P: parent,
      ...(page !== undefined && { Pg: target.pageAt(page) }),
      ...(language !== undefined && { Lang: PDFString.of(language.replace(/[^\w-]/g, '')) }),
    })
    for (const name of TEXTS) {
      const text = textOf(element.lookup(PDFName.of(name)))
      if (text !== undefined) written.set(PDFName.of(name), PDFHexString.fromText(text))
    }
    const own = textOf(element.lookup(PDFName.of('ID')))
    if (own !== undefined && !named.has(idFor(own))) {
      named.set(idFor(own), ref)
      written.set(PDFName.of('ID'), PDFString.of(idFor(own)))
    }
    const cell = cellAttributes(element, idFor)
    if (cell) written.set(PDFName.of('A'), context.obj({ O: 'Table', ...cell }))
    written.set(PDFName.of('K'), context.obj(kidsOf(element, ref, inherited, depth)))
    context.assign(ref, written)
    return ref
  }

  const kids = kidsOf(tree, target.parent, undefined, 0)
  if (marked.size === 0 || left === 0) return undefined
  return {
    kids,
    marked: [...marked]
      .sort(([one], [other]) => one - other)
      .map(([place, elements]) => {
        const last = Math.max(...elements.keys())
        const list = Array.from({ length: last + 1 }, (_, id) => elements.get(id) ?? null)
        return { place, elements: context.register(context.obj(list)) }
      }),
    linked: [...linked].map(([annotation, element]) => ({ annotation, element })),
    named: [...named].map(([id, element]) => ({ id, element })),
    isWhole,
  }
}

/** What lies on the pages of the source, each with the same in the target. */
function annotationsOf(
  source: PDFDocument,
  { context, pageAt }: TagTarget,
): ReadonlyMap<PDFObject | undefined, PDFRef> {
  const found = new Map<PDFObject | undefined, PDFRef>()
  for (const [place, { node }] of source.getPages().entries()) {
    const copies = context.lookup(pageAt(place), PDFDict).lookup(PDFName.of('Annots'))
    for (const [at, own] of (node.Annots()?.asArray() ?? []).entries()) {
      const copy = copies instanceof PDFArray ? copies.get(at) : undefined
      if (copy instanceof PDFRef) found.set(own, copy)
    }
  }
  return found
}

/** What a cell of a table says about its place, and by name which cells are its headers. */
function cellAttributes(element: PDFDict, idFor: (own: string) => string): Record<string, PDFObject> | undefined {
  const own = element.lookup(PDFName.of('A'))
  const all = own instanceof PDFArray ? own.asArray().map((each) => element.context.lookup(each)) : [own]
  const found = all
    .flatMap((each) => (each instanceof PDFDict ? [each] : []))
    .flatMap((each): readonly (readonly [string, PDFObject])[] => {
      const headers = each.lookup(PDFName.of('Headers'))
      const names =
        headers instanceof PDFArray ? headers.asArray().map((header) => textOf(each.context.lookup(header))) : []
      const known = names.flatMap((name) => (name === undefined ? [] : [PDFString.of(idFor(name))]))
      return [
        ...CELL_ATTRIBUTES.flatMap((name) => {
          const value = each.lookup(PDFName.of(name))
          return value instanceof PDFNumber || value instanceof PDFName ? [[name, value] as const] : []
        }),
        ...(known.length > 0 ? [['Headers', element.context.obj(known)] as const] : []),
      ]
    })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** A tree of names of elements, sorted as it must be. */
export const idTree = (context: PDFContext, named: CopiedTags['named']): PDFDict =>
  context.obj({
    Names: named
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .flatMap(({ id, element }) => [PDFString.of(id), element]),
  })
