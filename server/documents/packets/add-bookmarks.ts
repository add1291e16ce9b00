import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef } from '@cantoo/pdf-lib'

/** A bookmark's target and its title, in any script. */
export type Bookmark = { readonly title: string; readonly page: PDFRef }

const name = PDFName.of

/** Adds an open bookmark that contains `bookmarks` after the PDF's existing ones; returns new and changed objects. */
export function addBookmarks(
  { context, catalog }: PDFDocument,
  heading: Bookmark,
  bookmarks: readonly Bookmark[],
): readonly PDFRef[] {
  const stored = catalog.get(name('Outlines'))
  const root = stored instanceof PDFRef ? stored : context.register(context.obj({ Type: 'Outlines' }))
  catalog.set(name('Outlines'), root)
  const outlines = context.lookup(root, PDFDict)
  const before = outlines.get(name('Last'))

  const bookmarkEntries = ({ title, page }: Bookmark) => ({ Title: PDFHexString.fromText(title), Dest: [page, 'Fit'] })
  const group = context.nextRef()
  const items = bookmarks.map((bookmark) =>
    context.register(context.obj({ ...bookmarkEntries(bookmark), Parent: group })),
  )
  items.forEach((item, index) => {
    const [previous, next] = [items[index - 1], items[index + 1]]
    if (previous) context.lookup(item, PDFDict).set(name('Prev'), previous)
    if (next) context.lookup(item, PDFDict).set(name('Next'), next)
  })
  const links = { Parent: root, Prev: before, First: items[0], Last: items.at(-1), Count: items.length }
  context.assign(group, context.obj({ ...bookmarkEntries(heading), ...links }))

  if (before instanceof PDFRef) context.lookup(before, PDFDict).set(name('Next'), group)
  else outlines.set(name('First'), group)
  outlines.set(name('Last'), group)
  const open = outlines.lookupMaybe(name('Count'), PDFNumber)?.asNumber() ?? 0
  outlines.set(name('Count'), PDFNumber.of(open + 1 + items.length))
  return [root, group, ...items, ...(before instanceof PDFRef ? [before] : [])]
}
