import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { idTree, textOf } from '../../platform/pdf/index.ts'

/** The tags of a PDF, to which those of further pages are added as parts of its document. */
export type PacketTags = {
  /** A new part, whose elements are `fill`'s. */
  readonly addPart: (about: PartOf, fill: (part: PDFRef) => readonly PDFObject[]) => void
  /** Says which elements the marks of a page, or of a form that it draws, belong to, in the order of their numbers. */
  readonly ownMarks: (drawing: PDFRef, elements: PDFRef) => void
  /** What the names of the elements of the next part begin with, so that no two have the same. */
  readonly nextPrefix: () => string
  readonly nameElements: (named: readonly { readonly id: string; readonly element: PDFRef }[]) => void
  /** Says which element what lies on a page belongs to. */
  readonly ownAnnotation: (annotation: PDFRef, element: PDFRef) => void
  /** One element for all that a page draws with the mark 0. */
  readonly ownPage: (part: PDFRef, page: PDFRef, type: 'P' | 'Figure', alt?: string) => PDFRef
  /** The objects of the PDF that are changed by it, or new and not part of what was added. */
  readonly changed: () => readonly PDFRef[]
}

type PartOf = { readonly title: string; readonly language?: string | undefined }

const name = PDFName.of
const requireDict = (object: PDFObject | undefined): PDFDict => {
  if (object instanceof PDFDict) return object
  throw new Error('The tags of this PDF are not built as the standard says.')
}

export function createPacketTags({ context, catalog }: PDFDocument): PacketTags {
  const own = catalog.get(name('StructTreeRoot'))
  const root = own instanceof PDFRef ? own : context.register(context.obj({ Type: 'StructTreeRoot' }))
  catalog.set(name('StructTreeRoot'), root)
  const tree = requireDict(context.lookup(root))
  const numbers = entriesIn(context, tree.get(name('ParentTree')), 'Nums')
  let next = 1 + Math.max(-1, ...numbers.filter((_, at) => at % 2 === 0).map((each) => Number(`${each}`)))
  const parents = context.nextRef()
  tree.set(name('ParentTree'), parents)
  const { ref: document, kids } = documentIn(context, tree, root)
  const named = namesIn(context, tree.get(name('IDTree')))

  const take = (holder: PDFRef, key: 'StructParents' | 'StructParent', elements: PDFRef) => {
    const object = context.lookup(holder)
    const dict = object instanceof PDFStream ? object.dict : requireDict(object)
    dict.set(name(key), PDFNumber.of(next))
    numbers.push(PDFNumber.of(next), elements)
    next += 1
  }
  return {
    addPart: ({ title, language }, fill) => {
      const part = context.nextRef()
      const entries = { Type: 'StructElem', S: 'Part', P: document, T: PDFHexString.fromText(title) }
      const Lang = language === undefined ? {} : { Lang: PDFString.of(language) }
      const filled = fill(part)
      for (const each of filled) {
        const element = context.lookup(each)
        // There is one document, of which this is a part.
        if (element instanceof PDFDict && element.get(name('S')) === name('Document'))
          element.set(name('S'), name('Div'))
      }
      context.assign(part, context.obj({ ...entries, ...Lang, K: [...filled] }))
      kids.push(part)
    },
    nextPrefix: () => `part-${kids.size()}-`,
    nameElements: (more) => void named.push(...more),
    ownMarks: (drawing, elements) => take(drawing, 'StructParents', elements),
    ownAnnotation: (annotation, element) => take(annotation, 'StructParent', element),
    ownPage: (part, page, type, alt) => {
      const entries = { Type: 'StructElem', S: type, P: part, Pg: page, K: 0 }
      const Alt = alt === undefined ? {} : { Alt: PDFHexString.fromText(alt) }
      const element = context.register(context.obj({ ...entries, ...Alt }))
      take(page, 'StructParents', context.register(context.obj([element])))
      return element
    },
    changed: () => {
      context.assign(parents, context.obj({ Nums: numbers }))
      tree.set(name('ParentTreeNextKey'), PDFNumber.of(next))
      if (named.length > 0) tree.set(name('IDTree'), idTree(context, named))
      return [root, parents, document]
    },
  }
}

/** The keys and values of a tree of numbers or names, one after the other. */
function entriesIn(context: PDFContext, node: PDFObject | undefined, list: 'Nums' | 'Names'): PDFObject[] {
  const dict = context.lookup(node)
  if (!(dict instanceof PDFDict)) return []
  const [own, kids] = [dict.lookup(name(list)), dict.lookup(name('Kids'))]
  return [
    ...(own instanceof PDFArray ? own.asArray() : []),
    ...(kids instanceof PDFArray ? kids.asArray().flatMap((kid) => entriesIn(context, kid, list)) : []),
  ]
}

function namesIn(context: PDFContext, node: PDFObject | undefined): { id: string; element: PDFRef }[] {
  const entries = entriesIn(context, node, 'Names')
  return entries.flatMap((id, at) => {
    const element = entries[at + 1]
    return at % 2 === 0 && element instanceof PDFRef ? [{ id: textOf(id) ?? '', element }] : []
  })
}

/** The topmost element, and the list of its kids, to which parts are added. A PDF that has none gets one. */
function documentIn(
  context: PDFContext,
  tree: PDFDict,
  root: PDFRef,
): { readonly ref: PDFRef; readonly kids: PDFArray } {
  const own = tree.get(name('K'))
  const topmost = context.lookup(own)
  const [first] = topmost instanceof PDFArray && topmost.size() === 1 ? topmost.asArray() : [own]
  const found = first instanceof PDFRef ? context.lookup(first) : undefined
  if (first instanceof PDFRef && found instanceof PDFDict && found.get(name('S')) === name('Document')) {
    const kids = found.lookup(name('K'))
    const list = kids instanceof PDFArray ? kids.clone(context) : context.obj(kids === undefined ? [] : [kids])
    found.set(name('K'), list)
    return { ref: first, kids: list }
  }
  const kids = context.obj([]) as PDFArray
  const ref = context.register(context.obj({ Type: 'StructElem', S: 'Document', P: root, K: kids }))
  tree.set(name('K'), context.obj([...(own === undefined ? [] : [own]), ref]))
  return { ref, kids }
}
