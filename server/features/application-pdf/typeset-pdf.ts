import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { markRowHeaders } from './mark-row-headers.ts'
import type { PacketSheets, RenderedSheets } from './packet-sheets.ts'
import type { PdfContent } from './pdf-content.ts'
import { fontLists, loadPdfFonts } from './pdf-fonts.ts'
import { printable } from './printable.ts'
import type { PdfMark } from './read-pdf-mark.ts'

/** `replaced` counts the distinct characters that no font covers; `claim` is the file's accessibility standard. */
export type RenderedPdf = {
  readonly pdf: Uint8Array
  readonly replaced: number
  readonly claim: 'ua-1' | 'none'
}

/** Renders PDFs; each function throws if its template has an error. */
export type Typesetter = {
  readonly application: (content: PdfContent) => RenderedPdf
  readonly packetSheets: (sheets: PacketSheets) => RenderedSheets
}
type TypesetterOptions = {
  readonly fonts?: ReturnType<typeof loadPdfFonts>
  readonly mark?: PdfMark | undefined
}

/** Loads the fonts once, and renders PDFs whose letterhead has this mark. */
export function createTypesetter({ fonts = loadPdfFonts(), mark }: TypesetterOptions = {}): Typesetter {
  const { files, covers } = fonts
  const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontBlobs: [...files] }] })
  if (mark) compiler.mapShadow(`${import.meta.dirname}/${mark.name}`, Buffer.from(mark.bytes))
  /** The inputs of a template. Answers reach it as data, never as source, so nothing an applicant writes is markup. */
  function inputsFor(content: PdfContent | PacketSheets) {
    const replaced = new Set<string>()
    const drawable = (text: string) => {
      const printed = printable(text, covers)
      for (const character of printed.replaced) replaced.add(character)
      return printed.text
    }
    const data = JSON.stringify(content, (_key, value: unknown) =>
      typeof value === 'string' ? drawable(value) : value,
    )
    return { replaced, drawable, inputs: { content: data, fonts: JSON.stringify(fontLists) } }
  }
  return {
    application: (content) => {
      const { replaced, drawable, inputs } = inputsFor(content)
      const document = compile(compiler, 'application.typ', {
        ...inputs,
        data: attachedData(content),
        // Title and author need no font, so a name is in them as its owner writes it.
        applicant: content.applicant
          .toWellFormed()
          .replace(/\p{C}+/gu, ' ')
          .trim(),
        mark: mark?.name ?? '',
        note: noteAbout(replaced, drawable),
      })
      const file = exportPdf(compiler, document)
      // Otherwise every rendered document stays in memory; only what the last three shared is worth keeping.
      compiler.evictCache(3)
      return { ...file, pdf: markRowHeaders(file.pdf, content), replaced: replaced.size }
    },
    packetSheets: (sheets) => {
      const document = compile(compiler, 'packet-sheets.typ', inputsFor(sheets).inputs)
      const pdf = compiler.pdf(document, { pdfTags: false })
      const ofDocuments = sheets.documents.reduce((sum, { pages }) => sum + pages.length, 0)
      compiler.evictCache(0)
      return { pdf, listPages: document.numOfPages - ofDocuments }
    },
  }
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

function noteAbout(replaced: ReadonlySet<string>, drawable: (text: string) => string): string {
  const [first] = replaced
  if (first === undefined) return ''
  const [what, each] =
    replaced.size === 1 ? ['One character', 'It is shown'] : [`${replaced.size} characters`, 'Each is shown']
  return `${what} of the application cannot be drawn by the fonts of this copy. ${each} by its Unicode number in brackets, for example ${drawable(first)}. The stored application holds the original text.`
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
