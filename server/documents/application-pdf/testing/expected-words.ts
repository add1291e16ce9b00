import type { PrintedTable } from '../../../../engine/index.ts'
import type { PdfContent } from '../pdf-content.ts'
import { type ReadTable, tight } from './read-pdf.ts'

/** Everything that must be readable in the PDF, in this order. */
export const expectedOf = ({ cover, pages }: PdfContent): readonly string[] => [
  ...cover.flatMap(({ label, text }) => [label, text]),
  ...pages.flatMap(({ title, rows }) => [title, ...rows.flatMap(wordsOf)]),
]
type Row = PdfContent['pages'][number]['rows'][number]

function wordsOf(row: Row): readonly string[] {
  switch (row.kind) {
    case 'heading':
      return [row.title]
    case 'break':
      return []
    case 'omitted':
      return [row.text]
    case 'text':
      return [row.label, row.text]
    case 'document':
      return [row.label, row.text, ...(row.file ? [row.file.name, row.file.size] : [])]
    case 'table':
      return [row.caption, ...row.columns.map(({ label }) => label), ...row.rows.flatMap(wordsOfTableRow)]
    case 'ticks':
      return [row.label ?? '', ...row.options.flatMap(({ ticked, label }) => [ticked ? '[X]' : '[ ]', label])]
  }
}

const wordsOfTableRow = ({ title, cells, below }: PrintedTable['rows'][number]): readonly string[] => [
  title ?? '',
  ...cells.flatMap(({ text, more }) => [text, ...more]),
  ...below.flatMap(wordsOf),
]

/** The first expected text that is missing or out of order; null if all are there in order. */
export function firstLost(text: string, expected: readonly string[]): string | null {
  const found = tight(text)
  let from = 0
  for (const each of expected) {
    const at = found.indexOf(tight(each), from)
    if (at === -1) return each
    from = at + tight(each).length
  }
  return null
}

/** The errors in the tables read from a PDF, in words; none if each cell has its answer under its header. */
export function tableErrors(read: readonly ReadTable[], { pages }: PdfContent): readonly string[] {
  const tables = pages.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === 'table' ? [row] : [])))
  const faults = tables.flatMap(({ caption, columns, rows }, index) => {
    const found = read[index]
    const columnHeads = columns.map(({ label }) => label)
    const cells = rows.flatMap(({ title, cells, below }) => [
      cells.map(({ text, more }, at) => [at === 0 ? (title ?? '') : '', text, ...more]),
      ...(below.length > 0 ? [[below.flatMap(({ label, text }) => [label, text])]] : []),
    ])
    const titled = rows.flatMap(({ title, cells: [first] }) => (title === null ? [] : [`${title}${first?.text}`]))
    const heads = found?.rowHeads ?? []
    return [
      ...(titled.length === heads.length && titled.every((each, y) => tight(heads[y] ?? '').startsWith(tight(each)))
        ? []
        : [`other row headers in ${caption}`]),
      ...(tight(found?.caption ?? '') === tight(caption) ? [] : [`no table of ${caption}`]),
      ...(found?.heads.map(tight).join() === columnHeads.map(tight).join() ? [] : [`other heads over ${caption}`]),
      ...(found?.rows.map((row) => row.length).join() === cells.map((row) => row.length).join()
        ? cells.flatMap((row, y) => row.flatMap((words, x) => firstLost(found.rows[y]?.[x] ?? '', words) ?? []))
        : [`other cells in ${caption}`]),
    ]
  })
  return read.length === tables.length ? faults : [`${read.length} tables instead of ${tables.length}`, ...faults]
}
