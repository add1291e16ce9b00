import type { OutlineGroup, OutlineItem } from './outline.ts'
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
 * Turns a group into a table with a row for each entry, or with a single row. Returns null when a table cannot hold the
 * whole group: when entries differ in more than follow-up questions, two questions share a label, there are checkboxes,
 * or an answer is too long for a cell.
 */
export function printedTable({ title, items }: OutlineGroup): PrintedTable | null {
  const entries = items.flatMap((item) => (item.kind === 'group' && item.as === 'entry' ? [item] : []))
  const rows = entries.length > 0 ? entries.map((entry) => rowOf(entry.title, entry.items)) : [rowOf(null, items)]
  const [labels = []] = rows.map((row) => row?.labels)
  const fitsTable = (row: Row | null): row is Row =>
    row !== null && row.labels.join('\n') === labels.join('\n') && !row.cells.some(isTooLong)
  if (labels.length < 2 || new Set(labels).size < labels.length || !rows.every(fitsTable)) return null
  return {
    kind: 'table',
    caption: title,
    columns: labels.map((label, index) => ({
      label,
      numeric: areNumbers(rows.flatMap(({ cells }) => cells[index] ?? [])),
    })),
    rows: rows.map(({ labels: _, ...row }) => row),
  }
}

type Cell = PrintedTableRow['cells'][number]
type Row = PrintedTableRow & { readonly labels: readonly string[] }

function rowOf(title: string | null, items: readonly OutlineItem[]): Row | null {
  const labels: string[] = []
  const cells: Cell[] = []
  const below: (PrintedText | PrintedDocument)[] = []
  for (const item of items) {
    const answer = answerOf(item)
    if (!answer) return null
    if (answer.kind === 'document' || below.length > 0) {
      below.push(rowOfAnswer(answer))
      continue
    }
    const { label, answered } = answer
    const [text = '', ...more] = answer.lines
    if (item.follows) {
      const before = cells.pop()
      if (!before) return null
      cells.push({ ...before, more: [...before.more, `${label} ${text}`, ...more] })
    } else {
      labels.push(label)
      cells.push({ text, answered, more })
    }
  }
  return { title, cells, below, labels }
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
