import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A table as assistive software announces it. A cell whose headers cannot be found does not count as a cell. */
export type ReadTable = {
  readonly caption: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The cells announced as headers of their rows. */
  readonly rowHeads: readonly string[]
}

/** The tables of some pages; a table that continues on the next page is one table. */
export async function tablesIn(pages: readonly PDFPageProxy[]): Promise<readonly ReadTable[]> {
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
