import { inflateSync } from 'node:zlib'
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

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

/** What a PDF says of parts of itself in which language they are, in reading order; a part inside of one counts apart. */
export async function partsByLanguage(
  pdf: Uint8Array,
): Promise<readonly (readonly [language: string, text: string])[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const found: [string, string][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const texts = await textsIn(page)
    const collect = (node: unknown, part?: [string, string]): void => {
      if (!isNode(node)) return
      const own: typeof part = node.lang === undefined ? part : [node.lang, '']
      if (own && own !== part) found.push(own)
      if (own) own[1] += texts.get(node.id ?? '') ?? ''
      for (const child of node.children ?? []) collect(child, own)
    }
    collect(await page.getStructTree())
  }
  await loading.destroy()
  return found.filter(([, text]) => text !== '') // of each page, the structure has the parts of the others too
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

/** A table as assistive software announces it. A cell whose headers cannot be found does not count as a cell. */
export type ReadTable = {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The cells announced as headers of their rows. */
  readonly rowHeads: readonly string[]
}

/** The tables of some pages; a table that continues on the next page is one table. */
async function tablesIn(pages: readonly PDFPageProxy[]): Promise<readonly ReadTable[]> {
  const tables: ReadTable[] = []
  for (const page of pages) {
    const texts = await textsIn(page)
    const textOf = (node: Node): string =>
      `${texts.get(node.id ?? '') ?? ''}${(node.children ?? []).filter(isNode).map(textOf).join('')}`
    for (const table of nodesIn(await page.getStructTree(), 'Table')) {
      const heads = nodesIn(table, 'TH').filter(({ scope }) => scope === 'Column')
      const hasHeaders = ({ headers = [] }: Node) =>
        headers.length > 0 && headers.every((id) => heads.some(({ structId }) => structId === id))
      const read = {
        caption: nodesIn(table, 'Caption').map(textOf).join(''),
        heads: heads.map(textOf),
        rows: nodesIn(table, 'TR')
          .map((row) => [...nodesIn(row, 'TH').filter(isRowHead), ...nodesIn(row, 'TD')].filter(hasHeaders).map(textOf))
          .filter((cells) => cells.length > 0),
        rowHeads: nodesIn(table, 'TH').filter(isRowHead).map(textOf),
      }
      const before = tables.at(-1)
      // Every page of a table lists all its cells; cells that are on other pages are empty there.
      if (read.caption === '' && before) {
        const rows = before.rows.map((cells, y) => cells.map((text, x) => `${text}${read.rows[y]?.[x]}`))
        const rowHeads = before.rowHeads.map((text, y) => `${text}${read.rowHeads[y]}`)
        tables.splice(-1, 1, { ...before, rows, rowHeads })
      } else tables.push(read)
    }
  }
  return tables
}

/** The text that a page draws, by the marks that its structure refers to. */
async function textsIn(page: PDFPageProxy): Promise<ReadonlyMap<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const texts = new Map<string, string>()
  const open: string[] = []
  for (const item of items) {
    if ('str' in item) {
      const mark = open.findLast((each) => each !== '')
      if (mark) texts.set(mark, `${texts.get(mark) ?? ''}${item.str}${item.hasEOL ? '\n' : ''}`)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? '')
  }
  return texts
}

type Node = {
  readonly lang?: string
  readonly role?: string
  readonly id?: string
  readonly scope?: string
  readonly structId?: string
  readonly headers?: readonly string[]
  readonly children?: readonly unknown[]
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const isRowHead = ({ scope }: Node) => scope === 'Row'

const nodesIn = (node: unknown, role: string): readonly Node[] => {
  if (!isNode(node)) return []
  return node.role === role ? [node] : (node.children ?? []).flatMap((each) => nodesIn(each, role))
}

const drawing = new Set([
  OPS.showText,
  OPS.showSpacedText,
  OPS.nextLineShowText,
  OPS.nextLineSetSpacingShowText,
  OPS.constructPath,
  OPS.fill,
  OPS.eoFill,
  OPS.stroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.shadingFill,
  OPS.paintImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObject,
])

/** How much a page draws that is neither tagged nor marked as decoration: a screen reader would skip it. */
async function untaggedIn(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const open: boolean[] = []
  let untagged = 0
  for (const [index, operator] of fnArray.entries()) {
    if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) {
      open.push(isAccountedFor(argsArray[index]))
    } else if (operator === OPS.endMarkedContent) open.pop()
    else if (drawing.has(operator) && !open.includes(true)) untagged += 1
  }
  return untagged
}

/** The tag of a mark, and its number in the structure if it has one. */
const isAccountedFor = ([word, number]: readonly unknown[]): boolean =>
  typeof number === 'number' || word === 'Artifact' || Object(word).name === 'Artifact'
