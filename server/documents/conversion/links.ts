import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontListsFor, loadPdfFonts } from '../../platform/fonts/index.ts'
import type { OpenPdf, Rectangle } from './open-pdf.ts'

/** An address that something on a page leads to. Pages are numbered from 0. */
export type PdfLink = { readonly page: number; readonly place: Rectangle; readonly target: string }

const MOST = { links: 500, shown: 200, letters: 500 } as const

const name = PDFName.of

/** Where the links of a PDF lead that leave it, whatever their scheme. */
export function linksIn(source: PDFDocument): readonly PdfLink[] {
  const links = source.getPages().flatMap(({ node }, page) => {
    const notes = node.Annots()?.asArray() ?? []
    return notes.flatMap((each) => {
      const note = source.context.lookup(each)
      const action = note instanceof PDFDict ? source.context.lookup(note.get(name('A'))) : undefined
      const target = action instanceof PDFDict ? source.context.lookup(action.get(name('URI'))) : undefined
      const place = note instanceof PDFDict ? placeOf(note) : undefined
      const isText = target instanceof PDFString || target instanceof PDFHexString
      return place && isText ? [{ page, place, target: textOf(target) }] : []
    })
  })
  return links.slice(0, MOST.links)
}

function textOf(target: PDFString | PDFHexString): string {
  try {
    return target.decodeText()
  } catch {
    return target.asString() // no text by its own encoding
  }
}

function placeOf(note: PDFDict): Rectangle | undefined {
  const box = note.lookup(name('Rect'))
  const sides = box instanceof PDFArray ? box.asArray().map((each) => note.context.lookup(each)) : []
  const [one, two, three, four] = sides.map((each) => (each instanceof PDFNumber ? each.asNumber() : Number.NaN))
  if (one === undefined || two === undefined || three === undefined || four === undefined) return undefined
  return [Math.min(one, three), Math.min(two, four), Math.max(one, three), Math.max(two, four)]
}

/**
 * The links whose address the page does not show by itself, once for each page. One that a line break divides is there
 * twice, with a part of the address in each.
 */
export function hiddenLinks(file: OpenPdf, links: readonly PdfLink[]): readonly PdfLink[] {
  return [...Map.groupBy(links, ({ page }) => page)].flatMap(([page, here]) => {
    // All at once: a page is read for it.
    const texts = file.textsIn(
      page,
      here.map(({ place }) => place),
    )
    const read = here.map((link, index) => ({ link, text: bare(texts[index] ?? '') }))
    return [...Map.groupBy(read, ({ link }) => link.target)].flatMap(([target, parts]) => {
      const isShown = parts.every(({ text }) => text === bare(target))
      const isInParts = parts.map(({ text }) => text).join('') === bare(target)
      return isShown || isInParts ? [] : parts.slice(0, 1).map(({ link }) => link)
    })
  })
}

/** An address as people write it. */
const bare = (address: string) =>
  address
    .trim()
    .replace(/^(https?:\/\/|mailto:)/i, '')
    .replace(/\/$/, '')
    .replace(/\s/g, '')

/**
 * Adds a sheet to a PDF that says where its links led, as text, which no program follows: after its pages, so that it
 * covers nothing of them.
 */
export async function addLinkSheet(pdf: PDFDocument, links: readonly PdfLink[]): Promise<void> {
  if (links.length === 0) return
  const { folders, covers } = loadPdfFonts()
  const shown = links.slice(0, MOST.shown).map(({ page, target }) => ({
    page: page + 1,
    letters: lettersOf(target, covers),
  }))
  const compiler = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths: [...folders] }] })
  const { result } = compiler.compile({
    mainFilePath: `${import.meta.dirname}/link-sheet.typ`,
    inputs: {
      content: JSON.stringify({ links: shown, more: links.length - shown.length }),
      fonts: JSON.stringify(fontListsFor(shown.flatMap(({ letters }) => letters).join('')).sans),
    },
  })
  if (!result) throw new Error('The sheet of links could not be drawn.')
  const source = await PDFDocument.load(compiler.pdf(result, { pdfTags: false }), { updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, pdf.context)
  for (const page of source.getPages()) {
    const ref = copier.copy(page.ref)
    const leaf = pdf.context.lookup(ref)
    if (!(ref instanceof PDFRef) || !(leaf instanceof PDFPageLeaf)) throw new Error('The sheet of links has no page.')
    pdf.addPage(PDFPage.of(leaf, ref, pdf))
  }
}

/** The letters of an address, each to be seen: what shows nothing or has no font is drawn as its number. */
function lettersOf(target: string, covers: (code: number) => boolean): readonly string[] {
  const letters = [...target.toWellFormed().normalize('NFC')]
  const seen = letters.slice(0, MOST.letters).map((letter) => {
    const code = letter.codePointAt(0) ?? 0
    const isSeen = covers(code) && !/[\p{C}\p{Zl}\p{Zp}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(letter)
    return isSeen ? letter : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  })
  return letters.length > MOST.letters ? [...seen, ' …'] : seen
}
