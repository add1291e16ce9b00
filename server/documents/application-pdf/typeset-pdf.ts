import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'
import type { PacketSheets, PdfContent, RenderedSheets } from './pdf-content.ts'
import { numberFont, printable } from './printable.ts'
import type { PdfMark } from './read-pdf-mark.ts'

/** `replaced` counts the distinct characters that no font covers; `claim` is the file's accessibility standard. */
export type RenderedPdf = {
  readonly pdf: Uint8Array
  readonly replaced: number
  readonly claim: 'ua-1' | 'none'
}

/** Renders PDFs; each function throws if its template has an error. */
type Typesetter = {
  readonly application: (content: PdfContent) => RenderedPdf
  readonly packetSheets: (sheets: PacketSheets) => RenderedSheets
}

type TypesetterOptions = {
  readonly fonts?: ReturnType<typeof loadPdfFonts>
  readonly mark?: PdfMark | undefined
}

/** The length of all different characters that one PDF draws by number from its text; further ones are typed numbers. */
const MOST_NUMBERED = 4_000

/** Loads the fonts once, and renders PDFs whose letterhead has this mark. */
export function createTypesetter({ fonts = loadPdfFonts(), mark }: TypesetterOptions = {}): Typesetter {
  const { folders, covers } = fonts
  const workspace = import.meta.dirname
  /** A compiler reads a font from its folder when it needs it, so it costs 15 ms and 1 MB. */
  function createCompiler(...fontBlobs: Buffer[]) {
    const fontArgs = [{ fontBlobs }, { fontPaths: [...folders] }]
    const compiler = NodeCompiler.create({ workspace, fontArgs })
    if (mark) compiler.mapShadow(`${workspace}/${mark.name}`, Buffer.from(mark.bytes))
    return compiler
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
    const drawable = (text: string) => {
      const printed = printable(text, covers, isNumbered)
      for (const character of printed.replaced) replaced.add(character)
      return printed.text
    }
    const data = JSON.stringify({ ...content, attached: undefined }, (_key, value: unknown) =>
      typeof value === 'string' ? drawable(value) : value,
    )
    const compiler = numbered.size === 0 ? usual : createCompiler(numberFont(numbered))
    const inputs = { content: data, fonts: JSON.stringify(fontListsFor(data)), numbered: patternOf(numbered) }
    return { replaced, note: noteAbout(replaced, numbered, drawable), compiler, inputs }
  }
  return {
    application: (content) => {
      const { replaced, note, compiler, inputs } = prepare(content)
      const document = compile(compiler, 'application.typ', {
        ...inputs,
        ...attachmentOf(content),
        // Title and author need no font, so a name is in them as its owner writes it.
        applicant: content.applicant
          .toWellFormed()
          .replace(/\p{C}+/gu, ' ')
          .trim(),
        mark: mark?.name ?? '',
        note,
      })
      const file = exportPdf(compiler, document)
      // Otherwise every rendered document stays in memory; only what the last three shared is worth keeping.
      compiler.evictCache(3)
      return { ...file, pdf: markRowHeaders(file.pdf, content), replaced: replaced.size }
    },
    packetSheets: (sheets) => {
      const { compiler, inputs } = prepare(sheets)
      const document = compile(compiler, 'packet-sheets.typ', inputs)
      const pdf = compiler.pdf(document, { pdfTags: false })
      const ofDocuments = sheets.documents.reduce((sum, { pages, problem }) => sum + (problem ? 1 : pages.length), 0)
      compiler.evictCache(0)
      return { pdf, listPages: document.numOfPages - ofDocuments }
    },
  }
}

const attachmentOf = (content: PdfContent) => {
  const { name, description, data } = content.attached ?? {
    name: 'application.json',
    description: 'The answers of this PDF as data',
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
    null,
    1,
  )

/** A regular expression of these characters, the longest first, so that no part of one is taken for another. */
const patternOf = (characters: ReadonlySet<string>): string =>
  [...characters]
    .sort((one, other) => other.length - one.length)
    .map((each) => [...each].map((point) => `\\x{${(point.codePointAt(0) ?? 0).toString(16)}}`).join(''))
    .join('|')

function noteAbout(
  replaced: ReadonlySet<string>,
  numbered: ReadonlySet<string>,
  drawable: (text: string) => string,
): string {
  const [first] = replaced
  if (first === undefined) return ''
  const [what, each] =
    replaced.size === 1 ? ['One character', 'It is shown'] : [`${replaced.size} characters`, 'Each is shown']
  const original = replaced.isSubsetOf(numbered)
    ? 'Text that is copied, searched or read aloud is as it was typed.'
    : 'The stored application holds the original text.'
  return `${what} of the application cannot be drawn by the fonts of this copy. ${each} by its Unicode number in brackets, for example ${drawable(first)}. ${original}`
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
    // PDF/UA-1 alone: this build of Typst checks one standard at a time, so it cannot also vouch for PDF/A-3.
    return { pdf: compiler.pdf(document, { pdfStandard: 'ua-1' }), claim: 'ua-1' }
  } catch {
    // The standard does not allow a text with a missing glyph. A PDF without the claim, still tagged, is better than
    // none. Any other error throws again here.
    return { pdf: compiler.pdf(document), claim: 'none' }
  }
}

/**
 * Tags the first cell of a row that has a title as the header of its row, which this build of Typst cannot say
 * (docs/decisions/0004). Nothing moves: the tag takes the bytes of an entry that the standard makes optional. Throws if
 * the tables of the file are not those of the content.
 */
function markRowHeaders(pdf: Uint8Array, { pages }: Pick<PdfContent, 'pages'>): Uint8Array {
  const tables = pages.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === 'table' ? [row] : [])))
  if (!tables.some(({ rows }) => rows.some(({ title }) => title !== null))) return pdf
  const file = Buffer.from(pdf)
  const elements = elementsIn(file.toString('latin1'))
  const kidsOf = (element: Element | undefined, tag: string) =>
    [...(/\/K \[([^\]]*)\]/.exec(element?.text ?? '')?.[1] ?? '').matchAll(/(\d+) 0 R/g)]
      .flatMap(([, kid = '']) => elements.get(kid) ?? [])
      .filter((each) => each.tag === tag)
  // Typst writes the elements from the last to the first.
  const found = [...elements.values()].filter(({ tag }) => tag === 'Table').reverse()
  if (found.length !== tables.length) throw new Error('The PDF has other tables than its content.')
  for (const [index, { rows }] of tables.entries()) {
    const lines = kidsOf(found[index], 'TBody').flatMap((body) => kidsOf(body, 'TR'))
    let line = 0
    for (const { title, below } of rows) {
      const [cell] = kidsOf(lines[line], 'TD')
      if (title !== null) writeHeader(file, cell)
      line += below.length > 0 ? 2 : 1
    }
    if (line !== lines.length) throw new Error('A table of the PDF has other rows than its content.')
  }
  return file
}

type Element = { readonly tag: string; readonly text: string; readonly at: number }

/** The elements of the structure by the numbers of their objects. */
const elementsIn = (file: string): ReadonlyMap<string, Element> =>
  new Map(
    [...file.matchAll(/(?<=\n)(\d+) 0 obj\n<<\n {2}\/Type \/StructElem\n {2}\/S \/(\w+)\n.*?\nendobj/gs)].map(
      ({ 0: text, 1: number = '', 2: tag = '', index }) => [number, { tag, text, at: index }],
    ),
  )

const TYPE = '  /Type /StructElem\n'
const SCOPE = '    /Scope /Row\n'

function writeHeader(file: Buffer, cell: Element | undefined): void {
  const text = cell?.text ?? ''
  const header = text
    .replace(TYPE, ' '.repeat(TYPE.length - SCOPE.length - 1).concat('\n'))
    .replace('/S /TD\n', '/S /TH\n')
    .replace('    /O /Table\n', `    /O /Table\n${SCOPE}`)
  if (!cell || header.length !== text.length || !header.includes(SCOPE))
    throw new Error('A cell of the PDF cannot be tagged as a header.')
  file.write(header, cell.at, 'latin1')
}
