import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** What may stand on a page beside its drawing. Everything else (files, films, sounds, 3D, form fields) goes. */
const harmlessNotes = ['Link', 'Text', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight']
const harmless = new Set([...harmlessNotes, 'Underline', 'Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Widget'])

/** What starts something: actions of pages and fields, scripts, attachments, forms of another kind, films. */
const armed = [
  'AA',
  'OpenAction',
  'JS',
  'JavaScript',
  'EF',
  'RF',
  'AF',
  'EmbeddedFiles',
  'XFA',
  'RichMediaContent',
  'PA',
]
/** What a page or a drawing may fetch from elsewhere, or has no use without the rest of the document. */
const loose = [
  'Ref',
  'OPI',
  'PS',
  'StructParents',
  'StructParent',
  'B',
  'PieceInfo',
  'Metadata',
  'LastModified',
  'PresSteps',
]
const gone = [...armed, ...loose].map((name) => PDFName.of(name))

const actions = new Set(
  ['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'ResetForm', 'GoToR', 'GoToE', 'GoTo3DView', 'GoToDp'].concat([
    ...['Rendition', 'Movie', 'Sound', 'Thread', 'Hide', 'SetOCGState', 'RichMediaExecute', 'Named', 'Trans'],
  ]),
)

/** Takes out of one object of a PDF, and of what stands inside it, whatever could act. Others it refers to have their turn. */
export function disarm(object: PDFObject): void {
  const waiting: PDFObject[] = [object]
  // Not by recursion: a file of nested brackets would overflow the stack.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof PDFStream) {
      for (const key of ['F', 'FFilter', 'FDecodeParms']) next.dict.delete(PDFName.of(key)) // its bytes from another file
      waiting.push(next.dict)
    } else if (next instanceof PDFArray) {
      waiting.push(...next.asArray().filter(holdsOthers))
    } else if (next instanceof PDFDict) {
      disarmDict(next)
      waiting.push(...next.values().filter(holdsOthers))
    }
  }
}

const holdsOthers = (object: PDFObject) =>
  object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFStream

function disarmDict(dict: PDFDict): void {
  if (actions.has(nameIn(dict, 'S')) || nameIn(dict, 'Type') === 'EmbeddedFile') {
    for (const key of dict.keys()) dict.delete(key)
    return
  }
  for (const key of gone) dict.delete(key)
  const action = found(dict, 'A')
  if (action instanceof PDFDict && !mayStay(action)) dict.delete(PDFName.of('A'))
  if (action instanceof PDFDict) action.delete(PDFName.of('Next'))
  if (nameIn(dict, 'Subtype') === 'Widget') for (const key of ['A', 'Parent', 'MK']) dict.delete(PDFName.of(key))
  const notes = found(dict, 'Annots')
  if (notes instanceof PDFArray) dict.set(PDFName.of('Annots'), harmlessOf(notes, dict.context))
}

/** Only a page of the document itself, the web and mail may be gone to. */
function mayStay(action: PDFDict): boolean {
  const kind = nameIn(action, 'S')
  if (kind === 'GoTo') return true
  const address = found(action, 'URI')
  if (kind !== 'URI' || !(address instanceof PDFString || address instanceof PDFHexString)) return false
  return /^(https?:\/\/|mailto:)/i.test(address.decodeText())
}

function harmlessOf(notes: PDFArray, context: PDFContext): PDFArray {
  const kept = PDFArray.withContext(context)
  for (const each of notes.asArray()) {
    const note = each instanceof PDFRef ? context.lookup(each) : each
    if (note instanceof PDFDict && harmless.has(nameIn(note, 'Subtype'))) kept.push(each)
  }
  return kept
}

const found = (dict: PDFDict, key: string) => dict.context.lookup(dict.get(PDFName.of(key)))

function nameIn(dict: PDFDict, key: string): string {
  const value = found(dict, key)
  return value instanceof PDFName ? value.decodeText() : ''
}
