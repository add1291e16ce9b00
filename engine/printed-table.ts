import { isOmitted, type OutlineGroup, type OutlineItem } from './outline.ts'
import { answerOf, type PrintedDocument, type PrintedText, rowOfAnswer } from './printed-answer.ts'

/** Answers under questions that all rows share, so that each question is printed once and answers can be compared. */
export type PrintedTable = {
  readonly kind: 'table'
  readonly caption: string
  /** `numeric` marks columns of numbers in several rows, which may be aligned. */
  readonly columns: readonly { readonly label: string; readonly numeric: boolean }[]
  readonly rows: readonly PrintedTableRow[]
}
export type PrintedTableRow = {
  /** The title of the row's entry; null in a table with one row. */
  readonly title: string | null
  /** One cell for each column. `more` holds further lines of the answer, and follow-up questions with their labels. */
  readonly cells: readonly { readonly text: string; readonly answered: boolean; readonly more: readonly string[] }[]
  /** What fits no column: the first document and everything after it. */
  readonly below: readonly (PrintedText | PrintedDocument)[]
}

/**
 * Turns a group into a table with a row for each entry, or with a single row. Optional questions that no entry answered
 * have no column, and unanswered follow-up questions and documents have no line; `omitted` counts them. Returns null
 * when a table cannot hold the whole group: when entries differ in more than follow-up questions, two questions share a
 * label, there are checkboxes, an answer is too long for a cell, or only one column is left.
 */
export function printedTable({ title, items }: OutlineGroup): { table: PrintedTable; omitted: number } | null {
  const entries = items.flatMap((item) => (item.kind === 'group' && item.as === 'entry' ? [item] : []))
  const read = entries.length > 0 ? entries.map((entry) => rowOf(entry.title, entry.items)) : [rowOf(null, items)]
  const [labels = []] = read.map((row) => row?.labels)
  const fitsTable = (row: Row | null): row is Row =>
    row !== null && row.labels.join('\n') === labels.join('\n') && !row.cells.some(isTooLong)
  if (new Set(labels).size < labels.length || !read.every(fitsTable)) return null
  // The first column also names the entry.
  const isKept = labels.map((_, at) => at === 0 || read.some(({ cells }) => !cells[at]?.omitted))
  const columns = labels.filter((_, at) => isKept[at])
  if (columns.length < 2) return null
  const rows = read.map(({ title, cells, below }) => ({
    title,
    cells: cells.flatMap(({ omitted: _, ...cell }, at) => (isKept[at] ? [cell] : [])),
    below,
  }))
  const numeric = (index: number) => areNumbers(rows.flatMap(({ cells }) => cells[index] ?? []))
  return {
    table: {
      kind: 'table',
      caption: title,
      columns: columns.map((label, index) => ({ label, numeric: numeric(index) })),
      rows,
    },
    omitted: read.reduce((sum, row) => sum + row.omitted, 0) + read.length * (labels.length - columns.length),
  }
}

type Cell = PrintedTableRow['cells'][number]
type Row = {
  readonly title: string | null
  readonly labels: readonly string[]
  readonly cells: readonly (Cell & { readonly omitted: boolean })[]
  readonly below: PrintedTableRow['below']
  /** The unanswered optional questions that would have no column of their own. */
  readonly omitted: number
}

function rowOf(title: string | null, items: readonly OutlineItem[]): Row | null {
  const labels: string[] = []
  const cells: Row['cells'][number][] = []
  const below: (PrintedText | PrintedDocument)[] = []
  let omitted = 0
  let isBelow = false
  for (const item of items) {
    const answer = answerOf(item)
    if (!answer) return null
    isBelow ||= answer.kind === 'document'
    const isLeftOut = isOmitted(item)
    if ((isBelow || item.follows) && isLeftOut) {
      omitted += 1
    } else if (isBelow || answer.kind === 'document') {
      below.push(rowOfAnswer(answer))
    } else {
      const { label, answered } = answer
      const [text = '', ...more] = answer.lines
      const before = item.follows ? cells.pop() : undefined
      if (before) cells.push({ ...before, more: [...before.more, `${label} ${text}`, ...more] })
      else if (item.follows) return null
      else {
        labels.push(label)
        cells.push({ text, answered, more, omitted: isLeftOut })
      }
    }
  }
  return { title, cells, below, labels, omitted }
}

const MOST_IN_CELL = 150 // characters: keeps a narrow cell below a third of a page

/** Treats everything that a layout may take for a line break as one. */
const isTooLong = ({ text, more }: Cell) =>
  [text, ...more].some((line) => line.length > MOST_IN_CELL || /[\n\v\f\r\u0085\u2028\u2029]/.test(line))

const areNumbers = (cells: readonly Cell[]) => {
  const answered = cells.filter((cell) => cell.answered)
  return (
    cells.length > 1 &&
    answered.length > 0 &&
    answered.every(({ text, more }) => /^[\d.,/ ]+$/.test(text) && more.length === 0)
  )
}
