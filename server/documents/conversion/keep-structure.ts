import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib'
import { copyTags, idTree, languageOf, textOf } from '../../platform/pdf/index.ts'

/**
 * Gives a cleaned document what its source says for those who do not see it: title, language, bookmarks, and the tags of
 * its pages, which are the same in both. Everything is written anew, from names and texts that are known to be harmless;
 * nothing is copied, and no sign that shows nothing comes along. What is not built as the standard says is left out. If it
 * may, the document says that it meets PDF/UA-1, as its source does, unless something was left out.
 */
export function keepStructure(source: PDFDocument, clean: PDFDocument, mayClaim: boolean): void {
  const pages = new Map(source.getPages().map(({ ref }, at) => [ref, at]))
  const language = languageOf(source)
  if (language !== undefined) clean.setLanguage(language)
  const title = titleOf(source)
  if (title !== '') clean.setTitle(title, { showInWindowTitleBar: true })
  keepBookmarks(source, clean, pages)
  for (const { node } of clean.getPages())
    if ((node.Annots()?.size() ?? 0) > 0) node.set(PDFName.of('Tabs'), PDFName.of('S'))
  const isWhole = keepTags(source, clean)
  writeMetadata(clean, title, mayClaim && isWhole && title !== '')
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

function titleOf(source: PDFDocument): string {
  try {
    return lineOf(source.getTitle() ?? '').slice(0, 200)
  } catch {
    return '' // not a text
  }
}

/** The title once more, where newer readers look for it, and the claim. */
function writeMetadata({ context, catalog }: PDFDocument, title: string, claims: boolean): void {
  const escaped = [...title].map((each) => (/[<>&\p{Cc}\p{Cs}]/u.test(each) ? ' ' : each)).join('')
  const xmp =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>' +
    `<rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title></rdf:Description>` +
    (claims
      ? '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">' +
        '<pdfuaid:part>1</pdfuaid:part></rdf:Description>'
      : '') +
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

/** Writes the tags anew. The marks in the drawings of the pages stay as they are, so they are the same in both. Returns whether all were kept. */
function keepTags(source: PDFDocument, clean: PDFDocument): boolean {
  const { context } = clean
  const root = context.nextRef()
  const copied = copyTags(source, {
    context,
    parent: root,
    pageAt: (place) => clean.getPage(place).ref,
    idPrefix: '',
  })
  if (!copied) return false
  const numbers = copied.marked.flatMap(({ place, elements }) => {
    clean.getPage(place).node.set(PDFName.of('StructParents'), PDFNumber.of(place))
    return [PDFNumber.of(place), elements]
  })
  for (const [at, { annotation, element }] of copied.linked.entries()) {
    const number = PDFNumber.of(clean.getPageCount() + at)
    context.lookup(annotation, PDFDict).set(PDFName.of('StructParent'), number)
    numbers.push(number, element)
  }
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: [...copied.kids],
      ParentTree: context.register(context.obj({ Nums: numbers })),
      ParentTreeNextKey: clean.getPageCount() + copied.linked.length,
      ...(copied.named.length > 0 && { IDTree: idTree(context, copied.named) }),
    }),
  )
  clean.catalog.set(PDFName.of('StructTreeRoot'), root)
  clean.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
  return copied.isWhole
}
