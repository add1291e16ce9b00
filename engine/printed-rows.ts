import { isOmitted, type Outline, type OutlineGroup, type OutlineItem, type OutlineRow, rowsOf } from './outline.ts'
import { answerOf, type PrintedDocument, type PrintedText, rowOfAnswer } from './printed-answer.ts'
import { type PrintedTable, printedTable } from './printed-table.ts'
import { omittedQuestions } from './wording.ts'

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
      readonly options: readonly { readonly label: string; readonly ticked: boolean }[]
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
 * with a sheet of their own come after all pages (Q76).
 */
export const printedPages = ({ pages }: Outline, slugs: readonly string[]): readonly PrintedPage[] => {
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

const optionOf = ({ label, text }: OutlineRow) => ({ label, ticked: text === '[X]' })

const areTicks = (items: readonly OutlineItem[]): items is readonly OutlineRow[] =>
  items.every((item) => item.kind === 'row' && item.as === 'tick')

/** Joins consecutive checkboxes into one list. */
function joinedTicks(before: PrintedRow | undefined, next: PrintedRow | undefined): PrintedRow | null {
  if (before?.kind !== 'ticks' || next?.kind !== 'ticks' || before.label !== null || next.label !== null) return null
  return { ...before, options: [...before.options, ...next.options] }
}
