import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** All that a page is, but for where it hangs: its actions, transitions, thumbnails and threads go. */
const ofPage = keys(
  'Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Annots Group',
)

/** What stands on a page beside its drawing and may stay what it is. */
const kinds =
  'Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink'
const harmless = new Set(kinds.split(' '))

/** All that such a note looks like and says; no popup, reply, sound, file or script of its own. */
const ofNote = keys(
  'Type Subtype Rect Contents F AP AS Border BS BE C IC CA ca BM QuadPoints L LE LL LLE LLO Cap CP CO Vertices InkList ' +
    'Path RD DA DS Q CL IT H Sy Name OC Lang Dest A T M NM CreationDate Subj Rotate',
)

/** What the stream of a picture or drawing may fetch from elsewhere, or has no use without the rest of the document. */
const notOfStream = keys(
  'F FFilter FDecodeParms Ref OPI PS AF Metadata PieceInfo LastModified StructParents StructParent',
)

const actions = new Set(
  (
    'JavaScript Launch SubmitForm ImportData ResetForm GoToR GoToE GoTo3DView GoToDp Rendition Movie Sound Thread Hide ' +
    'SetOCGState RichMediaExecute Named Trans'
  ).split(' '),
)
const carriers = new Set(['Action', 'EmbeddedFile', 'Filespec', 'F'])

/**
 * Takes out of the pages of a document whatever could act, by where it stands: a page and its notes keep what is known
 * to be harmless, a stream loses what is known not to be. The names in a map of fonts, pictures or glyphs are free, a
 * glyph may be called B or JS, so of such a map nothing is ever deleted (docs/decisions/0021).
 */
export function disarm(source: PDFDocument): void {
  const pages = new Set(source.getPages().map(({ ref }) => ref))
  const seen = new Set<PDFObject>()
  const waiting: PDFObject[] = []
  for (const { node } of source.getPages()) {
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((name) => PDFName.of(name))) {
      const inherited = node.getInheritableAttribute(key)
      if (inherited) node.set(key, inherited)
    }
    disarmPage(node, pages)
    seen.add(node)
    // Not what it hangs from: that is left behind when it is copied.
    waiting.push(...node.entries().flatMap(([key, value]) => (key === PDFName.Parent ? [] : [value])))
  }
  const layers = source.catalog.get(PDFName.of('OCProperties'))
  if (layers) waiting.push(layers)
  // Not by recursion: a file of nested brackets would overflow the stack.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const object = next instanceof PDFRef ? source.context.lookup(next) : next
    if (object === undefined || seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) waiting.push(...object.asArray().filter(leadsOn))
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    if (object instanceof PDFStream) for (const key of notOfStream) dict.delete(key)
    if (acts(dict)) keepOnly(dict, new Set())
    else if (nameIn(dict, 'Type').startsWith('Page') && object === dict) disarmStrayPage(dict)
    waiting.push(...dict.values().filter(leadsOn))
  }
}

const leadsOn = (object: PDFObject) => [PDFRef, PDFDict, PDFArray, PDFStream].some((kind) => object instanceof kind)

function disarmPage(page: PDFDict, pages: ReadonlySet<PDFRef>): void {
  keepOnly(page, ofPage)
  const notes = found(page, 'Annots')
  if (!(notes instanceof PDFArray)) return
  const kept = PDFArray.withContext(page.context)
  for (const each of notes.asArray()) {
    const note = page.context.lookup(each)
    if (note instanceof PDFDict && disarmNote(note, pages)) kept.push(each)
  }
  page.set(PDFName.of('Annots'), kept)
}

/** Of a page, or a tree of pages, outside the document's own nothing is shown. */
function disarmStrayPage(page: PDFDict): void {
  keepOnly(page, keys('Type'))
}

/** Whether a note may stay. What is of an active kind stays as the drawing that it shows, if it shows one. */
function disarmNote(note: PDFDict, pages: ReadonlySet<PDFRef>): boolean {
  const drawing = found(note, 'AP')
  if (drawing instanceof PDFDict) keepOnly(drawing, new Set([PDFName.of('N')]))
  const kind = nameIn(note, 'Subtype')
  keepOnly(note, ofNote)
  if (harmless.has(kind)) {
    const action = found(note, 'A')
    if (action && !(action instanceof PDFDict && mayStay(action, pages))) note.delete(PDFName.of('A'))
    if (found(note, 'Dest') && !leadsToPage(found(note, 'Dest'), pages)) note.delete(PDFName.of('Dest'))
    return true
  }
  note.set(PDFName.of('Subtype'), PDFName.of('Stamp'))
  for (const key of ['A', 'Dest', 'Name']) note.delete(PDFName.of(key))
  return drawing instanceof PDFDict && kind !== 'Popup' && kind !== ''
}

/** Only a page of the document itself, the web and mail may be gone to. */
function mayStay(action: PDFDict, pages: ReadonlySet<PDFRef>): boolean {
  const kind = nameIn(action, 'S')
  keepOnly(action, keys('S D URI'))
  if (kind === 'GoTo') return leadsToPage(found(action, 'D'), pages)
  const address = found(action, 'URI')
  if (kind !== 'URI' || !(address instanceof PDFString || address instanceof PDFHexString)) return false
  return /^(https?:\/\/|mailto:)/i.test(address.decodeText())
}

const leadsToPage = (target: PDFObject | undefined, pages: ReadonlySet<PDFRef>): boolean => {
  const page = target instanceof PDFArray ? target.get(0) : undefined
  return page instanceof PDFRef && pages.has(page)
}

/** Whether something is an action or an attached file by its own word, wherever it stands. */
const acts = (dict: PDFDict) => actions.has(nameIn(dict, 'S')) || carriers.has(nameIn(dict, 'Type'))

function keepOnly(dict: PDFDict, kept: ReadonlySet<PDFName>): void {
  for (const key of dict.keys()) if (!kept.has(key)) dict.delete(key)
}

function keys(names: string): ReadonlySet<PDFName> {
  return new Set(names.split(' ').map((name) => PDFName.of(name)))
}

const found = (dict: PDFDict, key: string) => dict.context.lookup(dict.get(PDFName.of(key)))

function nameIn(dict: PDFDict, key: string): string {
  const value = found(dict, key)
  return value instanceof PDFName ? value.decodeText() : ''
}
