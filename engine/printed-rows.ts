import { rightToLeft } from './canonical-text.ts'
import { isOmitted, type Outline, type OutlineGroup, type OutlineItem, type OutlineRow, rowsOf } from './outline.ts'
import { omittedQuestions } from './problems-in.ts'
import { locale, say, sayCount } from './words.ts'

/** The rows that the application PDF and the service view lay out. `label: null` means no common label. */
export type PrintedRow =
  /** Level 1 is the page. `key` is the first question under the heading. */
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly key: string }
  /** The rows after it no longer belong to the headings of the group before it. */
  | { readonly kind: 'break' }
  | PrintedText
  | PrintedDocument
  | {
      readonly kind: 'ticks'
      readonly label: string | null
      readonly options: readonly PrintedTick[]
    }
  | PrintedTable
  /** Stands for the unanswered optional questions under the same heading, which have no rows of their own. */
  | { readonly kind: 'omitted'; readonly count: number; readonly text: string }

/** One printed page of the form, or a section printed on a sheet of its own, with the ID of the section as its slug. */
export type PrintedPage = {
  readonly slug: string
  readonly title: string
  readonly rows: readonly PrintedRow[]
  readonly ownSheet?: true
}

/**
 * The pages of an outline with these `slugs`, in that order, without pages on which nothing was asked. Their sections
 * with a sheet of their own come after all pages (Q76). Say them in the language of the outline.
 */
export function printedPages({ pages }: Outline, slugs: readonly string[]): readonly PrintedPage[] {
  const printed = slugs.flatMap((slug) => pages.filter((page) => page.slug === slug))
  const inPlace = printed.map(({ slug, title, items }) => ({
    slug,
    title,
    rows: printedRows(items.filter((item) => !hasOwnSheet(item))),
  }))
  const sheets = printed
    .flatMap(({ items }) => items.filter(hasOwnSheet))
    .map(({ sheet, title, items }) => ({
      slug: sheet,
      title,
      rows: printedRows(items),
      ownSheet: true as const,
    }))
  return [...inPlace, ...sheets].filter(({ rows }) => rows.length > 0)
}

const hasOwnSheet = (item: OutlineItem): item is OutlineGroup & { readonly sheet: string } =>
  item.kind === 'group' && item.sheet !== undefined

/**
 * Every page of an outline on which something was asked, in the given order. Pages that the order does not name come
 * last, so that an application signed under an earlier form is printed in full, including pages that the form no longer
 * has.
 */
export const everyPrintedPage = (outline: Outline, order: readonly string[]): readonly PrintedPage[] => {
  const slugs = outline.pages.map(({ slug }) => slug)
  return printedPages(outline, [...order, ...slugs.filter((slug) => !order.includes(slug))])
}

/**
 * The rows of these items in reading order; blocks that read as one answer take one row. Every question shown has a row,
 * except the unanswered optional ones, which are counted under their heading. Checkboxes are
 * always printed (requirement 6.service.7).
 */
export function printedRows(items: readonly OutlineItem[], level = 2): readonly PrintedRow[] {
  const rows: PrintedRow[] = []
  let insideGroup = false
  for (const next of withCount(items, level)) {
    if (next.length === 0) continue
    const opensGroup = next[0]?.kind === 'heading'
    if (insideGroup && !opensGroup) rows.push({ kind: 'break' })
    insideGroup = opensGroup
    const joined = joinedTicks(rows.at(-1), next[0])
    if (joined) rows.splice(-1, 1, joined)
    else rows.push(...next)
  }
  return rows
}

/** The rows of each item, and how many questions have none: after the last row that belongs to the same heading. */
function withCount(items: readonly OutlineItem[], level: number): readonly (readonly PrintedRow[])[] {
  const rows = items.map((item) => rowsOfItem(item, level))
  const count = items.reduce((sum, item) => sum + omittedBy(item), 0)
  if (count === 0) return rows
  const last = rows.findLastIndex(([first]) => first && first.kind !== 'heading')
  return rows.toSpliced(last + 1, 0, [{ kind: 'omitted', count, text: omittedQuestions(count) }])
}

/** How many questions this item leaves to the count of the heading above it. */
function omittedBy(item: OutlineItem): number {
  if (answerOf(item)) return isOmitted(item) ? 1 : 0
  return item.kind === 'group' && item.as === 'table' ? (printedTable(item)?.omitted ?? 0) : 0
}

function rowsOfItem(item: OutlineItem, level: number): readonly PrintedRow[] {
  const answer = answerOf(item)
  if (answer) return isOmitted(item) ? [] : [rowOfAnswer(answer)]
  return item.kind === 'row' ? [{ kind: 'ticks', label: null, options: [optionOf(item)] }] : rowsOfGroup(item, level)
}

function rowsOfGroup(group: OutlineGroup, level: number): readonly PrintedRow[] {
  const { as, title, items } = group
  if (as === 'tickGroup' && areTicks(items)) return [{ kind: 'ticks', label: title, options: items.map(optionOf) }]
  const table = as === 'table' ? printedTable(group) : null
  if (table) return [table.table]
  // Each entry has its own heading, so another one above the first would have no content.
  if (items.every((item) => item.kind === 'group' && item.as === 'entry')) return printedRows(items, level)
  return [{ kind: 'heading', level, title, key: rowsOf(items)[0]?.key ?? '' }, ...printedRows(items, level + 1)]
}

const optionOf = ({ label, text, english }: OutlineRow): PrintedTick => ({
  label,
  ticked: text === '[X]',
  ...(english === undefined ? {} : { english }),
})

const areTicks = (items: readonly OutlineItem[]): items is readonly OutlineRow[] =>
  items.every((item) => item.kind === 'row' && item.as === 'tick')

/** Joins consecutive checkboxes into one list. */
function joinedTicks(before: PrintedRow | undefined, next: PrintedRow | undefined): PrintedRow | null {
  if (before?.kind !== 'ticks' || next?.kind !== 'ticks' || before.label !== null || next.label !== null) return null
  return { ...before, options: [...before.options, ...next.options] }
}

/** `english` is the same statement in English, beside one that was signed in another language. */
type PrintedTick = { readonly label: string; readonly ticked: boolean; readonly english?: string }

/** A question and its answer as text. */
type PrintedText = {
  readonly kind: 'text'
  readonly label: string
  readonly text: string
  readonly answered: boolean
}

type PrintedDocument = {
  readonly kind: 'document'
  readonly label: string
  readonly text: string
  readonly answered: boolean
  readonly file: { readonly name: string; readonly size: string } | null
}

/** A block that reads as one answer may have several `lines`. */
type Answer = PrintedDocument | (Omit<PrintedText, 'text'> & { readonly lines: readonly string[] })

/** A question, or a block that reads as one, with its answer; null when it does not fit into one row. */
export function answerOf(item: OutlineItem): Answer | null {
  if (item.kind === 'group') {
    if (item.as !== 'address' && item.as !== 'school' && item.as !== 'monthYear') return null
    const merged = mergedLines(item)
    return merged && { kind: 'text', label: item.title, ...merged }
  }
  const { label, text, answered } = item
  switch (item.as) {
    case 'tick':
      return null
    case 'document': {
      const file = item.file ? { name: item.file.file_name, size: fileSize(item.file.file_size) } : null
      return { kind: 'document', label, text, answered, file }
    }
    case 'text':
    case 'paragraph':
      return { kind: 'text', label, lines: [text], answered }
  }
}

/** The same answer as a row of its own. */
function rowOfAnswer(answer: Answer): PrintedText | PrintedDocument {
  if (answer.kind === 'document') return answer
  const { lines, ...rest } = answer
  return { ...rest, text: lines.join('\n') }
}

/** Answers under questions that all rows share, so that each question is printed once and answers can be compared. */
export type PrintedTable = {
  readonly kind: 'table'
  readonly caption: string
  /** `numeric` marks columns of numbers in several rows, which may be aligned. */
  readonly columns: readonly { readonly label: string; readonly numeric: boolean }[]
  readonly rows: readonly PrintedTableRow[]
}

type PrintedTableRow = {
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

/**
 * The answers of an address, a school, or a month and year, as the lines of one answer in reading order. Unanswered
 * parts are left out. Returns null when a part is not plain text and so needs its own row.
 */
function mergedLines(group: OutlineGroup): { readonly lines: readonly string[]; readonly answered: boolean } | null {
  const rows = rowsOf(group.items)
  const ongoing = group.as === 'monthYear' ? rows.find(({ as }) => as === 'tick') : undefined
  if (ongoing?.answered) return { lines: [`${ongoing.text} ${ongoing.label}`], answered: true }
  const parts = rows.filter((row) => row !== ongoing)
  const [first] = parts
  if (!first || parts.some(({ as }) => as !== 'text')) return null
  const answered = parts.filter((part) => part.answered)
  // The text is the same for every unanswered part.
  if (answered.length === 0) return { lines: [first.text], answered: false }
  const lines: { text: string; separator: string }[][] = []
  answered.forEach((part, index) => {
    const separator = separatorBetween(answered[index - 1], part)
    const own = { text: partText(part), separator: separator ?? '' }
    if (separator === null) lines.push([own])
    else lines.at(-1)?.push(own)
  })
  return { lines: lines.map(lineOf), answered: true }
}

/**
 * Parts in one line, in the order of the line. If they are written in both directions, they are marked as isolates of
 * Unicode: otherwise a city in Arabic would move the state and the ZIP code after it to its other side, and where one reads
 * from the right, a street in English the city after it.
 */
function lineOf(parts: readonly { readonly text: string; readonly separator: string }[]): string {
  const isFromRight = ({ text }: { readonly text: string }) => rightToLeft.test(text)
  const isMixed = parts.some(isFromRight) && parts.some((each) => /\p{L}/u.test(each.text) && !isFromRight(each))
  return parts
    .map(({ separator, text }) => separator + (isMixed ? `${ISOLATE}${text}${END_OF_ISOLATE}` : text))
    .join('')
}

const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** The parts of a text; every second one is marked as an isolate, without its marks. */
export const isolatesIn = (text: string): readonly string[] => text.split(/\u2068([^\u2068\u2069]*)\u2069/)

/**
 * Parts that readers of an address or a date recognize without a label; other parts are printed with their label. Told
 * by their keys, because the outline of a signed application was stored without the roles of its questions.
 */
const NEEDS_NO_LABEL = /(^|_)(name|address_line_1|city|state|region|zip|country|month|year)$/
const partText = ({ key, label, text }: OutlineRow) =>
  NEEDS_NO_LABEL.test(key) || key.endsWith(asKey(label)) ? text : `${label} ${text}`

/** A label that only says which line it is, "Address line 2", tells nobody more than the line. */
const asKey = (label: string) => label.toLowerCase().replaceAll(' ', '_')

/** The separator of parts that share a line (city, state and ZIP; month and year); null for all others. */
function separatorBetween(before: OutlineRow | undefined, part: OutlineRow): string | null {
  const pair = `${before?.key} ${part.key}`
  if (/city \w*(state|region)$/.test(pair)) return ', '
  return /(city|state|region) \w*zip$|month \w*year$/.test(pair) ? ' ' : null
}

/** Writes a number of bytes for people: "1 byte", "84 KB", "1.0 MB". */
export const fileSize = (bytes: number): string => {
  if (bytes < 1024) return sayCount(bytes, '1 byte', '{count} bytes', { count: bytes })
  const kilobytes = Math.round(bytes / 1024)
  if (kilobytes < 1024) return say('{number} KB', { number: kilobytes })
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return say('{number} MB', { number: (bytes / 1024 ** 2).toLocaleString(locale(), digits) })
}
