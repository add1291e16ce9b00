import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

/**
 * Gives a cleaned document what its source says for those who do not see it: title, language, bookmarks, and the tags of
 * its pages, which are the same in both. Everything is written anew, from names and texts that are known to be harmless;
 * nothing is copied, and no sign that shows nothing comes along. What is not built as the standard says is left out.
 */
export function keepStructure(source: PDFDocument, clean: PDFDocument): void {
  const pages = new Map(source.getPages().map(({ ref }, at) => [ref, at]))
  const language = textOf(source.catalog.lookup(PDFName.of('Lang')))
  if (language !== undefined && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language)) clean.setLanguage(language)
  const title = titleOf(source)
  if (title !== '') clean.setTitle(title, { showInWindowTitleBar: true })
  writeMetadata(clean, title)
  keepBookmarks(source, clean, pages)
  keepTags(source, clean, pages)
}

/** The pages of the source, by their places, which are those of the cleaned document. */
type Pages = ReadonlyMap<PDFRef, number>

/** One line of what shows. */
const lineOf = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()

const MOST_TEXT = 5_000 // characters; more says nothing about a document

const textOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText().slice(0, MOST_TEXT) : undefined

function titleOf(source: PDFDocument): string {
  try {
    return lineOf(source.getTitle() ?? '').slice(0, 200)
  } catch {
    return '' // not a text
  }
}

/** The title once more, where newer readers look for it. */
function writeMetadata({ context, catalog }: PDFDocument, title: string): void {
  const escaped = [...title].map((each) => (/[<>&\p{Cc}\p{Cs}]/u.test(each) ? ' ' : each)).join('')
  const xmp =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>' +
    `<rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title></rdf:Description>` +
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  const stream = context.stream(Buffer.from(xmp), { Type: 'Metadata', Subtype: 'XML' })
  catalog.set(PDFName.of('Metadata'), context.register(stream))
}

const MOST_BOOKMARKS = 2_000

/** Bookmarks that lead to a page: by its reference, or by a name of it. */
function keepBookmarks(source: PDFDocument, clean: PDFDocument, pages: Pages): void {
  const { context } = clean
  const outlines = source.catalog.lookup(PDFName.of('Outlines'))
  let left = MOST_BOOKMARKS
  const seen = new Set<PDFObject>()

  const pageOf = (item: PDFDict): number | undefined => {
    const action = item.lookup(PDFName.of('A'))
    const isGoTo = action instanceof PDFDict && action.lookup(PDFName.of('S')) === PDFName.of('GoTo')
    const target = item.lookup(PDFName.of('Dest')) ?? (isGoTo ? action.lookup(PDFName.of('D')) : undefined)
    const page = target instanceof PDFArray && target.size() > 0 ? target.get(0) : undefined
    return page instanceof PDFRef ? pages.get(page) : undefined
  }

  /** The bookmarks below one, written in order; their first and last, and how many there are in all. */
  function below(
    parent: PDFDict,
    at: PDFRef,
  ): { readonly first: PDFRef; readonly last: PDFRef; readonly count: number } | undefined {
    const written: { readonly ref: PDFRef; readonly entry: PDFDict }[] = []
    let count = 0
    let item = parent.lookup(PDFName.of('First'))
    while (item instanceof PDFDict && !seen.has(item) && left > 0) {
      seen.add(item)
      left -= 1
      const title = lineOf(textOf(item.lookup(PDFName.of('Title'))) ?? '')
      const page = pageOf(item)
      const ref = context.nextRef()
      const inner = below(item, ref)
      if (title !== '' && (page !== undefined || inner)) {
        const entry = context.obj({
          Title: PDFHexString.fromText(title),
          Parent: at,
          ...(page !== undefined && { Dest: [clean.getPage(page).ref, 'Fit'] }),
          ...(inner && { First: inner.first, Last: inner.last, Count: inner.count }),
        })
        context.assign(ref, entry)
        const before = written.at(-1)
        if (before) {
          before.entry.set(PDFName.of('Next'), ref)
          entry.set(PDFName.of('Prev'), before.ref)
        }
        written.push({ ref, entry })
        count += 1 + (inner?.count ?? 0)
      }
      item = item.lookup(PDFName.of('Next'))
    }
    const [first, last] = [written[0], written.at(-1)]
    return first && last ? { first: first.ref, last: last.ref, count } : undefined
  }

  if (!(outlines instanceof PDFDict)) return
  const root = context.nextRef()
  const found = below(outlines, root)
  if (!found) return
  context.assign(root, context.obj({ Type: 'Outlines', First: found.first, Last: found.last, Count: found.count }))
  clean.catalog.set(PDFName.of('Outlines'), root)
}

/** The types of ISO 32000-1, 14.8.4. */
const STANDARD_TYPES = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP ' +
    'Figure Formula Form'
  ).split(' '),
)
const MOST_ELEMENTS = 100_000
const DEEPEST = 200
const TEXTS = ['Alt', 'ActualText', 'E', 'T'] as const
const CELL_ATTRIBUTES = ['RowSpan', 'ColSpan', 'Scope'] as const

/**
 * Writes the tags anew. The marks in the drawings of the pages stay as they are, so a number that a tag names is there
 * in both; tags of forms and of what lies on a page are left out with these.
 */
function keepTags(source: PDFDocument, clean: PDFDocument, pages: Pages): void {
  const { context } = clean
  const marks = source.catalog.lookup(PDFName.of('MarkInfo'))
  const tree = source.catalog.lookup(PDFName.of('StructTreeRoot'))
  if (!(marks instanceof PDFDict && tree instanceof PDFDict)) return
  if (`${marks.lookup(PDFName.of('Marked'))}` !== 'true') return
  const roles = tree.lookup(PDFName.of('RoleMap'))
  const seen = new Set<PDFObject>()
  const annotations = keptAnnotations(source, clean)
  /** The elements of what lies on the pages. */
  const linked = new Map<PDFRef, PDFRef>()
  /** The elements of each page by the numbers of their marks. */
  const marked = new Map<number, Map<number, PDFRef>>()
  let left = MOST_ELEMENTS

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

  function mark(number: PDFNumber, page: number | undefined, element: PDFRef): number | undefined {
    const id = number.asNumber()
    if (page === undefined || !Number.isInteger(id) || id < 0 || id > MOST_ELEMENTS) return undefined
    const ofPage = marked.get(page) ?? new Map<number, PDFRef>()
    marked.set(page, ofPage.set(id, element))
    return id
  }

  function kidsOf(parent: PDFDict, at: PDFRef, inherited: number | undefined, depth: number): PDFObject[] {
    const own = parent.lookup(PDFName.of('K'))
    const kids = own instanceof PDFArray ? own.asArray().map((kid) => parent.context.lookup(kid)) : [own]
    const page = pageIn(parent) ?? inherited
    return kids.flatMap((kid): readonly PDFObject[] => {
      if (kid instanceof PDFNumber) {
        const id = mark(kid, page, at)
        return id === undefined ? [] : [PDFNumber.of(id)]
      }
      if (!(kid instanceof PDFDict)) return []
      const type = kid.lookup(PDFName.of('Type'))
      if (type === PDFName.of('OBJR')) {
        const annotation = annotations.get(kid.get(PDFName.of('Obj')))
        if (!annotation || linked.has(annotation)) return []
        linked.set(annotation, at)
        return [context.obj({ Type: 'OBJR', Obj: annotation })]
      }
      if (type === PDFName.of('MCR')) {
        const number = kid.lookup(PDFName.of('MCID'))
        const its = pageIn(kid) ?? page
        if (!(number instanceof PDFNumber) || kid.has(PDFName.of('Stm'))) return []
        const id = mark(number, its, at)
        return id === undefined || its === undefined
          ? []
          : [context.obj({ Type: 'MCR', Pg: clean.getPage(its).ref, MCID: id })]
      }
      const element = write(kid, at, page, depth + 1)
      return element ? [element] : []
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
      ...(page !== undefined && { Pg: clean.getPage(page).ref }),
      ...(language !== undefined && { Lang: PDFString.of(language.replace(/[^\w-]/g, '')) }),
    })
    for (const name of TEXTS) {
      const text = textOf(element.lookup(PDFName.of(name)))
      if (text !== undefined) written.set(PDFName.of(name), PDFHexString.fromText(text))
    }
    const cell = cellAttributes(element)
    if (cell) written.set(PDFName.of('A'), context.obj({ O: 'Table', ...cell }))
    written.set(PDFName.of('K'), context.obj(kidsOf(element, ref, inherited, depth)))
    context.assign(ref, written)
    return ref
  }

  const root = context.nextRef()
  const kids = kidsOf(tree, root, undefined, 0)
  if (marked.size === 0 || left === 0) return
  const numbers = [...marked]
    .sort(([one], [other]) => one - other)
    .flatMap(([page, elements]) => {
      clean.getPage(page).node.set(PDFName.of('StructParents'), PDFNumber.of(page))
      const last = Math.max(...elements.keys())
      const list = Array.from({ length: last + 1 }, (_, id) => elements.get(id) ?? null)
      return [PDFNumber.of(page), context.register(context.obj(list))]
    })
  for (const [at, [annotation, element]] of [...linked].entries()) {
    const number = PDFNumber.of(clean.getPageCount() + at)
    context.lookup(annotation, PDFDict).set(PDFName.of('StructParent'), number)
    numbers.push(number, element)
  }
  const parents = context.register(context.obj({ Nums: numbers }))
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: kids,
      ParentTree: parents,
      ParentTreeNextKey: clean.getPageCount() + linked.size,
    }),
  )
  clean.catalog.set(PDFName.of('StructTreeRoot'), root)
  clean.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
}

/** What still lies on the pages: the annotations of the source, each with the same one of the cleaned document. */
function keptAnnotations(source: PDFDocument, clean: PDFDocument): ReadonlyMap<PDFObject | undefined, PDFRef> {
  const found = new Map<PDFObject | undefined, PDFRef>()
  for (const [at, page] of source.getPages().entries()) {
    const [before, after] = [page, clean.getPage(at)].map(({ node }) => node.Annots())
    for (let index = 0; index < (before?.size() ?? 0); index += 1) {
      const own = after?.get(index)
      if (own instanceof PDFRef) found.set(before?.get(index), own)
    }
    if (after && after.size() > 0) clean.getPage(at).node.set(PDFName.of('Tabs'), PDFName.of('S'))
  }
  return found
}

/** What a cell of a table says about its place. */
function cellAttributes(element: PDFDict): Record<string, PDFObject> | undefined {
  const own = element.lookup(PDFName.of('A'))
  const all = own instanceof PDFArray ? own.asArray().map((each) => element.context.lookup(each)) : [own]
  const found = all
    .flatMap((each) => (each instanceof PDFDict ? [each] : []))
    .flatMap((each) =>
      CELL_ATTRIBUTES.flatMap((name) => {
        const value = each.lookup(PDFName.of(name))
        return value instanceof PDFNumber || value instanceof PDFName ? [[name, value] as const] : []
      }),
    )
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
