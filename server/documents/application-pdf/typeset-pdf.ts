import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { isolatesIn } from '../../../engine/index.ts'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'
import { finishPdf } from './finish-pdf.ts'
import type { PacketSheets, PdfContent, RenderedSheets } from './pdf-content.ts'
import { numberFont, printable } from './printable.ts'
import type { PdfMark } from './read-pdf-mark.ts'

/** `replaced` counts the distinct characters that no font covers; with a `claim` the file keeps to PDF/A-3a as well. */
export type RenderedPdf = {
  readonly pdf: Uint8Array
  readonly replaced: number
  readonly claim: 'ua-1' | 'none'
}

/** Renders PDFs; each function throws if its template has an error. */
type Typesetter = {
  readonly application: (content: PdfContent, mark?: PdfMark) => RenderedPdf
  readonly packetSheets: (sheets: PacketSheets) => RenderedSheets
}

type TypesetterOptions = { readonly fonts?: ReturnType<typeof loadPdfFonts> }

/** The length of all different characters that one PDF draws by number from its text; further ones are typed numbers. */
const MOST_NUMBERED = 1_000

/** Loads the fonts once, and renders PDFs. */
export function createTypesetter({ fonts = loadPdfFonts() }: TypesetterOptions = {}): Typesetter {
  const { folders, covers } = fonts
  const workspace = import.meta.dirname
  /** A compiler reads a font from its folder when it needs it, so it costs 15 ms and 1 MB. */
  function createCompiler(...fontBlobs: Buffer[]) {
    const fontArgs = [{ fontBlobs }, { fontPaths: [...folders] }]
    return NodeCompiler.create({ workspace, fontArgs })
  }
  const usual = createCompiler()
  /** A compiler that can draw a template's inputs. Answers reach it as data, never as source, so none is markup. */
  function prepare(content: PdfContent | PacketSheets) {
    const replaced = new Set<string>()
    const numbered = new Set<string>()
    let room = MOST_NUMBERED
    const isNumbered = (character: string) => {
      if (numbered.has(character)) return true
      if (character.length > room) return false
      room -= character.length
      numbered.add(character)
      return true
    }
    const drawablePart = (text: string) => {
      const printed = printable(text, covers, isNumbered)
      for (const character of printed.replaced) replaced.add(character)
      return printed.text
    }
    /** The marks of isolates stay: the template reads them. */
    const drawable = (text: string) =>
      isolatesIn(text)
        .map((part, index) => (index % 2 === 1 ? `\u2068${drawablePart(part)}\u2069` : drawablePart(part)))
        .join('')
    const data = JSON.stringify({ ...content, attached: undefined }, (_key, value: unknown) =>
      typeof value === 'string' ? drawable(value) : value,
    )
    const compiler = numbered.size === 0 ? usual : createCompiler(numberFont(numbered))
    const inputs = { content: data, fonts: JSON.stringify(fontListsFor(data)), numbered: patternOf(numbered) }
    return { replaced, numbered, drawable, compiler, inputs }
  }
  return {
    application: (content, mark) => {
      const { replaced, numbered, drawable, compiler, inputs } = prepare(content)
      if (mark) compiler.mapShadow(`${workspace}/${mark.name}`, Buffer.from(mark.bytes))
      const drawn = {
        ...inputs,
        ...attachmentOf(content),
        direction: content.texts.direction,
        said: content.texts.page,
        // Title and author need no font, so a name is in them as its owner writes it.
        applicant: content.applicant
          .toWellFormed()
          .replace(/\p{C}+/gu, ' ')
          .trim(),
        mark: mark?.name ?? '',
        note: noteAbout(content, replaced, numbered, drawable),
      }
      const document = compileFull(compiler, drawn)
      const file = exportPdf(compiler, document)
      // Otherwise every rendered document stays in memory; only what the last three shared is worth keeping.
      compiler.evictCache(3)
      const pdf = finishPdf(file.pdf, content, { isArchivable: file.claim !== 'none' })
      return { ...file, pdf, replaced: replaced.size }
    },
    packetSheets: (sheets) => {
      const { compiler, inputs } = prepare(sheets)
      const document = compile(compiler, 'packet-sheets.typ', inputs)
      const pdf = compiler.pdf(document)
      const ofDocuments = sheets.documents.reduce((sum, { pages, problem }) => sum + (problem ? 1 : pages.length), 0)
      compiler.evictCache(0)
      return { pdf, listPages: document.numOfPages - ofDocuments }
    },
  }
}

/** Between two rows, in points, and where otherwise a sheet of paper would have a few lines. */
const ROW_GAP = { usual: '15', tighter: '12' }
const FEW_LINES = 110 // points: about three rows

/** An application, without a sheet of paper for the last few lines if these find room on the others. */
function compileFull(compiler: NodeCompiler, inputs: Record<string, string>): NodeTypstDocument {
  const document = compile(compiler, 'application.typ', { ...inputs, rowGap: ROW_GAP.usual })
  const left: readonly (number | null)[] = compiler.query(document, { selector: '<left-over>', field: 'value' })
  if (!left.some((filled) => filled !== null && filled < FEW_LINES)) return document
  const tighter = compile(compiler, 'application.typ', { ...inputs, rowGap: ROW_GAP.tighter })
  return tighter.numOfPages < document.numOfPages ? tighter : document
}

const attachmentOf = (content: PdfContent) => {
  const { name, description, data } = content.attached ?? {
    name: 'application.json',
    description: content.texts.attached,
    data: attachedData(content),
  }
  return { data, dataName: name, dataDescription: description }
}

/**
 * The answers as data, attached to the PDF: what is printed in it and no more, but as it was typed, also where the fonts
 * cannot draw it. A page that is not in the content is not here
 * either.
 */
const attachedData = ({ institution, title, applicant, reference, made, cover, pages }: PdfContent): string =>
  JSON.stringify(
    {
      format: 'causeway-application-1',
      institution: institution.name,
      title,
      applicant,
      reference,
      made,
      cover,
      pages,
    },
    (_key, value: unknown) => (typeof value === 'string' ? isolatesIn(value).join('') : value),
    1,
  )

/** A regular expression of these characters, the longest first, so that no part of one is taken for another. */
const patternOf = (characters: ReadonlySet<string>): string =>
  [...characters]
    .sort((one, other) => other.length - one.length)
    .map((each) => [...each].map((point) => `\\x{${(point.codePointAt(0) ?? 0).toString(16)}}`).join(''))
    .join('|')

function noteAbout(
  { texts }: PdfContent,
  replaced: ReadonlySet<string>,
  numbered: ReadonlySet<string>,
  drawable: (text: string) => string,
): string {
  const [first] = replaced
  if (first === undefined) return ''
  const { lang, undrawn, undrawnIsText, undrawnIsStored } = texts
  const count = replaced.size
  const sentence = undrawn[new Intl.PluralRules(lang).select(count)] ?? undrawn.other ?? ''
  const how = sentence.replace('{count}', String(count)).replace('{example}', () => drawable(first))
  return `${how} ${replaced.isSubsetOf(numbered) ? undrawnIsText : undrawnIsStored}`
}

function compile(compiler: NodeCompiler, template: string, inputs: Record<string, string>): NodeTypstDocument {
  const outcome = compiler.compile({ mainFilePath: `${import.meta.dirname}/${template}`, inputs })
  if (outcome.result) return outcome.result
  // The message names the position in the template, never an answer.
  const error = outcome.takeError()
  throw new Error(
    `The PDF could not be rendered from ${template}: ${JSON.stringify(error?.shortDiagnostics ?? 'no reason was given')}`,
  )
}

function exportPdf(compiler: NodeCompiler, document: NodeTypstDocument): Pick<RenderedPdf, 'pdf' | 'claim'> {
  try {
    // This build of Typst checks one standard at a time; what PDF/A-3 asks for besides is added afterwards.
    return { pdf: compiler.pdf(document, { pdfStandard: 'ua-1' }), claim: 'ua-1' }
  } catch {
    // The standard does not allow a text with a missing glyph. A PDF without the claim, still tagged, is better than
    // none. Any other error throws again here.
    return { pdf: compiler.pdf(document), claim: 'none' }
  }
}
