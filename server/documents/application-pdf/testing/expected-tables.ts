import type { PdfContent } from '../pdf-content.ts'
import { firstLost } from './expected-words.ts'
import { tight } from './read-pdf.ts'
import type { ReadTable } from './tables-in.ts'

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
