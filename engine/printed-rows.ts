import { fileSize } from './file-size.ts'
import { mergedText } from './merged-text.ts'
import { type Outline, type OutlineGroup, type OutlineItem, type OutlineRow, rowsOf } from './outline.ts'

/** What paper can hold: the PDF copy and the service view lay out these. `label: null` is a tick that says everything itself. */
export type PrintedRow =
  /** Level 1 is the page. `key` is the first question below. */
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly key: string }
  /** What follows no longer belongs to the headings of the group above it. */
  | { readonly kind: 'break' }
  | { readonly kind: 'text'; readonly label: string; readonly text: string; readonly answered: boolean }
  | {
      readonly kind: 'ticks'
      readonly label: string | null
      readonly options: readonly { readonly label: string; readonly ticked: boolean }[]
    }
  | {
      readonly kind: 'document'
      readonly label: string
      readonly text: string
      readonly answered: boolean
      readonly file: { readonly name: string; readonly size: string } | null
    }

/** One page of a print. */
export type PrintedPage = { readonly slug: string; readonly title: string; readonly rows: readonly PrintedRow[] }

/** The pages of an outline that are wanted (`slugs`), in that order; a page on which nothing was asked is left out. */
export const printedPages = ({ pages }: Outline, slugs: readonly string[]): readonly PrintedPage[] =>
  slugs
    .flatMap((slug) => pages.filter((page) => page.slug === slug))
    .map(({ slug, title, items }) => ({ slug, title, rows: printedRows(items) }))
    .filter(({ rows }) => rows.length > 0)

/** The rows of these items in reading order: every question shown, blocks that read as one answer in one row. */
export function printedRows(items: readonly OutlineItem[], level = 2): readonly PrintedRow[] {
  const rows: PrintedRow[] = []
  let insideGroup = false
  for (const item of items) {
    const next = item.kind === 'row' ? [rowOf(item)] : rowsOfGroup(item, level)
    const opensGroup = next[0]?.kind === 'heading'
    if (insideGroup && !opensGroup) rows.push({ kind: 'break' })
    insideGroup = opensGroup
    const joined = joinedTicks(rows.at(-1), next[0])
    if (joined) rows.splice(-1, 1, joined)
    else rows.push(...next)
  }
  return rows
}

function rowsOfGroup(group: OutlineGroup, level: number): readonly PrintedRow[] {
  const { as, title, items } = group
  switch (as) {
    case 'tickGroup':
      if (areTicks(items)) return [{ kind: 'ticks', label: title, options: items.map(optionOf) }]
      break
    case 'address':
    case 'school':
    case 'monthYear': {
      const merged = mergedText(group)
      if (merged) return [{ kind: 'text', label: title, ...merged }]
      break
    }
    // Each copy has its own heading: one more above the first would stand over nothing.
    case 'repeated':
      return printedRows(items, level)
    case 'section':
    case 'copy':
    case 'tabs':
      break
  }
  return [{ kind: 'heading', level, title, key: rowsOf(items)[0]?.key ?? '' }, ...printedRows(items, level + 1)]
}

function rowOf(row: OutlineRow): PrintedRow {
  const { label, text, answered } = row
  switch (row.as) {
    case 'tick':
      return { kind: 'ticks', label: null, options: [optionOf(row)] }
    case 'document': {
      const file = row.file ? { name: row.file.file_name, size: fileSize(row.file.file_size) } : null
      return { kind: 'document', label, text, answered, file }
    }
    case 'text':
    case 'paragraph':
      return { kind: 'text', label, text, answered }
  }
}

const optionOf = ({ label, text }: OutlineRow) => ({ label, ticked: text === '[X]' })

const areTicks = (items: readonly OutlineItem[]): items is readonly OutlineRow[] =>
  items.every((item) => item.kind === 'row' && item.as === 'tick')

/** Ticks that follow each other are one list. */
function joinedTicks(before: PrintedRow | undefined, next: PrintedRow | undefined): PrintedRow | null {
  if (before?.kind !== 'ticks' || next?.kind !== 'ticks' || before.label !== null || next.label !== null) return null
  return { ...before, options: [...before.options, ...next.options] }
}
