import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPageLeaf,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

/** The page entries to keep, apart from the parent; actions, transitions, thumbnails and threads are dropped. */
const PAGE_ENTRIES = keys(
  'Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Annots Group',
)

/** The types of annotations that are harmless and may keep their type. */
const HARMLESS_TYPES =
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink'
const harmlessTypes = new Set(HARMLESS_TYPES.split(' '))

/** The entries for the look and text of such an annotation; no popup, reply, sound, file or script. */
const ANNOTATION_ENTRIES = keys(
  'Type Subtype Rect Contents F AP AS Border BS BE C IC CA ca BM QuadPoints L LE LL LLE LLO Cap CP CO Vertices InkList ' +
    'Path RD DA DS Q CL IT H Sy Name OC Lang Dest A T M NM CreationDate Subj Rotate',
)

/** Stream entries that may load data from elsewhere, or that are useless without the rest of the document. */
const REMOVED_STREAM_ENTRIES = keys(
  'F FFilter FDecodeParms Ref OPI PS AF Metadata PieceInfo LastModified StructParents StructParent',
)

const ACTION_TYPES = new Set(
  (
    'JavaScript Launch SubmitForm ImportData ResetForm GoToR GoToE GoTo3DView GoToDp Rendition Movie Sound Thread Hide ' +
    'SetOCGState RichMediaExecute Named Trans URI'
  ).split(' '),
)
const FILE_TYPES = new Set(['Action', 'EmbeddedFile', 'Filespec', 'F'])

/**
 * Removes everything active from the pages of a document, depending on where it is: pages and annotations keep only
 * entries known to be harmless, streams lose entries known to be harmful. The names in a map of fonts, pictures or
 * glyphs are arbitrary (a glyph may be called B or JS), so nothing is ever deleted from such a map
 * (docs/decisions/0021).
 */
export function disarm(source: PDFDocument): void {
  const pages = new Set(source.getPages().map(({ ref }) => ref))
  const seen = new Set<PDFObject>()
  const waiting: PDFObject[] = []
  for (const { node } of source.getPages()) {
    disarmPage(node, pages)
    completePage(node)
    seen.add(node)
    // Skip the parent, which is left behind when the page is copied.
    waiting.push(...node.entries().flatMap(([key, value]) => (key === PDFName.Parent ? [] : [value])))
  }
  const layers = source.catalog.get(PDFName.of('OCProperties'))
  if (layers) waiting.push(layers)
  // Not recursive: a file of nested brackets would overflow the stack.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const object = next instanceof PDFRef ? source.context.lookup(next) : next
    if (object === undefined || seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) waiting.push(...object.asArray().filter(isContainer))
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    if (object instanceof PDFStream) for (const key of REMOVED_STREAM_ENTRIES) dict.delete(key)
    if (isActive(dict)) keepOnly(dict, new Set())
    else if (nameIn(dict, 'Type').startsWith('Page') && object === dict) disarmStrayPage(dict)
    waiting.push(...dict.values().filter(isContainer))
  }
}

const isContainer = (object: PDFObject) => [PDFRef, PDFDict, PDFArray, PDFStream].some((kind) => object instanceof kind)

function disarmPage(page: PDFDict, pages: ReadonlySet<PDFRef>): void {
  keepOnly(page, PAGE_ENTRIES)
  const annotations = entryOf(page, 'Annots')
  if (!(annotations instanceof PDFArray)) return
  const kept = PDFArray.withContext(page.context)
  for (const each of annotations.asArray()) {
    const annotation = page.context.lookup(each)
    if (annotation instanceof PDFDict && disarmAnnotation(annotation, pages)) kept.push(each)
  }
  page.set(PDFName.of('Annots'), kept)
}

const LETTER = [0, 0, 612, 792] // points

/**
 * Writes down what every viewer takes for granted about a page, so that no later reader has to: what it inherits, Letter
 * for a size that is missing or damaged, and nothing for a drawing that is missing.
 */
function completePage(page: PDFPageLeaf): void {
  const { context } = page
  const inherited = (key: string) => context.lookup(page.getInheritableAttribute(PDFName.of(key)))
  const boxes = { media: boxIn(page, inherited('MediaBox')), crop: boxIn(page, inherited('CropBox')) }
  const resources = page.getInheritableAttribute(PDFName.of('Resources'))
  const turn = inherited('Rotate')
  const contents = entryOf(page, 'Contents')
  page.set(PDFName.of('Type'), PDFName.of('Page'))
  page.set(PDFName.of('MediaBox'), context.obj([...(boxes.media ?? LETTER)]))
  if (boxes.crop) page.set(PDFName.of('CropBox'), context.obj([...boxes.crop]))
  else page.delete(PDFName.of('CropBox'))
  page.set(
    PDFName.of('Resources'),
    resources && context.lookup(resources) instanceof PDFDict ? resources : context.obj({}),
  )
  page.set(PDFName.of('Rotate'), PDFNumber.of(turn instanceof PDFNumber ? Math.trunc(turn.asNumber() / 90) * 90 : 0))
  if (!(entryOf(page, 'UserUnit') instanceof PDFNumber)) page.delete(PDFName.of('UserUnit'))
  if (!(contents instanceof PDFStream || contents instanceof PDFArray))
    page.set(PDFName.Contents, context.register(context.stream('')))
}

/** The corners of a box that has an area. */
function boxIn({ context }: PDFDict, box: PDFObject | undefined): readonly number[] | undefined {
  const sides = box instanceof PDFArray ? box.asArray().map((each) => context.lookup(each)) : []
  const numbers = sides.flatMap((each) => (each instanceof PDFNumber ? [each.asNumber()] : []))
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers
  return sides.length === 4 && numbers.length === 4 && left !== right && bottom !== top ? numbers : undefined
}

/** A page or page tree outside the document's own page tree is never shown, so it is emptied. */
function disarmStrayPage(page: PDFDict): void {
  keepOnly(page, keys('Type'))
}

/**
 * Whether an annotation may stay. One of an active type stays as a stamp with its appearance, if it has one. So does a
 * popup, as what it is: some readers draw it, and others do not.
 */
function disarmAnnotation(annotation: PDFDict, pages: ReadonlySet<PDFRef>): boolean {
  const drawing = entryOf(annotation, 'AP')
  if (drawing instanceof PDFDict) keepOnly(drawing, new Set([PDFName.of('N')]))
  const kind = nameIn(annotation, 'Subtype')
  keepOnly(annotation, ANNOTATION_ENTRIES)
  if (harmlessTypes.has(kind)) {
    const action = entryOf(annotation, 'A')
    if (action && !(action instanceof PDFDict && isAllowedLink(action, pages))) annotation.delete(PDFName.of('A'))
    if (entryOf(annotation, 'Dest') && !isPageTarget(entryOf(annotation, 'Dest'), pages))
      annotation.delete(PDFName.of('Dest'))
    return true
  }
  if (kind !== 'Popup') annotation.set(PDFName.of('Subtype'), PDFName.of('Stamp'))
  for (const key of ['A', 'Dest', 'Name']) annotation.delete(PDFName.of(key))
  return drawing instanceof PDFDict && kind !== ''
}

/** A link may only lead to a page of the same document. */
function isAllowedLink(action: PDFDict, pages: ReadonlySet<PDFRef>): boolean {
  const kind = nameIn(action, 'S')
  keepOnly(action, keys('S D'))
  return kind === 'GoTo' && isPageTarget(entryOf(action, 'D'), pages)
}

const isPageTarget = (target: PDFObject | undefined, pages: ReadonlySet<PDFRef>): boolean => {
  const page = target instanceof PDFArray ? target.get(0) : undefined
  return page instanceof PDFRef && pages.has(page)
}

/** Whether a dictionary is an action or an attached file by its own type, wherever it is. */
const isActive = (dict: PDFDict) => ACTION_TYPES.has(nameIn(dict, 'S')) || FILE_TYPES.has(nameIn(dict, 'Type'))

function keepOnly(dict: PDFDict, kept: ReadonlySet<PDFName>): void {
  for (const key of dict.keys()) if (!kept.has(key)) dict.delete(key)
}

function keys(names: string): ReadonlySet<PDFName> {
  return new Set(names.split(' ').map((name) => PDFName.of(name)))
}

const entryOf = (dict: PDFDict, key: string) => dict.context.lookup(dict.get(PDFName.of(key)))

function nameIn(dict: PDFDict, key: string): string {
  const value = entryOf(dict, key)
  return value instanceof PDFName ? value.decodeText() : ''
}
