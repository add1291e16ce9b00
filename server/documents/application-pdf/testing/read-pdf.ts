import { inflateSync } from 'node:zlib'
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { tablesIn } from './tables-in.ts'
import { untaggedIn } from './untagged-in.ts'

/** What a reader of the file finds: the text in reading order, and what assistive software announces. */
export async function readPdf(pdf: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const { info, metadata } = await document.getMetadata()
  const outline = await document.getOutline()
  const texts: string[] = []
  const running: string[] = []
  const roles: string[] = []
  const pages: PDFPageProxy[] = []
  let untagged = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    pages.push(page)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    texts.push(textOf(items, false))
    running.push(textOf(items, true))
    roles.push(...rolesIn(await page.getStructTree()))
    untagged += await untaggedIn(page)
  }
  const read = {
    /** Without running lines and page numbers, which are marked as artifacts. */
    text: texts.join('\n'),
    /** Those lines, page by page. */
    running,
    pages: document.numPages,
    roles,
    tables: await tablesIn(pages),
    untagged,
    marked: markOf(await document.getMarkInfo()),
    preferences: await document.getViewerPreferences(),
    bookmarks: titlesOf(outline ?? []),
    info,
    attached: await attachedIn(document),
    claim: String(metadata?.get('pdfuaid:part') ?? 'none'),
    fonts: fontsIn(pdf),
  }
  await loading.destroy()
  return read
}

/** The lines that a PDF draws, page by page, with where they begin and how wide they are, in points. */
export async function linesOf(pdf: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const lines: { page: number; text: string; left: number; bottom: number; width: number; height: number }[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , , , left = 0, bottom = 0] = item.transform
      lines.push({ page, text: item.str, left, bottom, width: item.width, height: item.height })
    }
  }
  await loading.destroy()
  return lines
}

/** The colors with which the first page of a PDF is filled and stroked, as #rrggbb. */
export async function colorsOn(pdf: Uint8Array): Promise<readonly string[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const { fnArray, argsArray } = await (await (await loading.promise).getPage(1)).getOperatorList()
  const found = argsArray.flatMap((args: readonly unknown[] | null, at) =>
    fnArray[at] === OPS.setFillRGBColor || fnArray[at] === OPS.setStrokeRGBColor ? [String(args?.[0])] : [],
  )
  await loading.destroy()
  return found
}

/** The attached files as text, by their names. */
async function attachedIn(document: PDFDocumentProxy): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {}
  for (const id of (await document.getAttachments())?.keys() ?? [])
    files[id] = Buffer.from((await document.getAttachmentContent(id)) ?? []).toString('utf8')
  return files
}

// Typed as a plain object, but at run time it is a map.
const markOf = (info: unknown): boolean => info instanceof Map && info.get('Marked') === true

/** Equal for two texts that differ only in white space, combining marks or Unicode composition. */
export const tight = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, '')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g, '')

type TextItem = { readonly str: string; readonly hasEOL: boolean }
type MarkedItem = { readonly type: string; readonly tag?: string }

function textOf(items: readonly (TextItem | MarkedItem)[], aside: boolean): string {
  let text = ''
  const open: boolean[] = []
  for (const item of items) {
    if ('str' in item) {
      if (open.includes(true) === aside) text += item.hasEOL ? `${item.str}\n` : item.str
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.tag === 'Artifact')
  }
  return text
}

type Structure = { readonly role?: string; readonly children?: readonly unknown[] }
function rolesIn(node: unknown): readonly string[] {
  if (!isStructure(node)) return []
  return [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesIn)]
}
const isStructure = (node: unknown): node is Structure => typeof node === 'object' && node !== null

type Bookmark = { readonly title: string; readonly items: readonly Bookmark[] }
const titlesOf = (bookmarks: readonly Bookmark[]): readonly string[] =>
  bookmarks.flatMap(({ title, items }) => [title, ...titlesOf(items)])

/** How many fonts the file names, how many it embeds, and how many map their glyphs to text. */
function fontsIn(pdf: Uint8Array) {
  const objects = objectsIn(Buffer.from(pdf))
  const count = (pattern: RegExp) => objects.match(pattern)?.length ?? 0
  return {
    named: count(/\/Subtype\s*\/Type0\b/g),
    embedded: count(/\/FontFile[23]\b/g),
    meaningful: count(/\/ToUnicode\b/g),
  }
}

/** The file with its compressed streams decompressed, because objects may be inside streams. */
function objectsIn(file: Buffer): string {
  const clear = [file.toString('latin1')]
  for (let at = file.indexOf('stream\n'); at !== -1; at = file.indexOf('stream\n', at + 1)) {
    const start = at + 'stream\n'.length
    // 0x78 starts deflate data; other streams hold no dictionaries.
    if (file[start] === 0x78) clear.push(inflateSync(file.subarray(start)).toString('latin1'))
  }
  return clear.join('\n')
}
