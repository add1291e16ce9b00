import type { DocumentAnswer } from './application.ts'
import type { ShownGroup } from './walk.ts'

/** One question with its answer. `text` is what people read, such as the label of an option or a masked secret. */
export type OutlineRow = {
  readonly kind: 'row'
  readonly key: string
  readonly label: string
  /** 'tick' rows are printed as [X] or [ ]; 'document' rows include the file if one is stored. */
  readonly as: 'text' | 'paragraph' | 'tick' | 'document'
  readonly answered: boolean
  readonly text: string
  readonly file?: DocumentAnswer
  /** Unanswered, and nothing required an answer. Outlines stored by an earlier release never say so. */
  readonly optional?: true
  /** Asked because of the answer to an earlier question. */
  readonly follows?: true
}
/** A block with its label and rows. Layouts may show an address or a school as a single answer. */
export type OutlineGroup = {
  readonly kind: 'group'
  readonly as: ShownGroup['as']
  readonly title: string
  readonly items: readonly OutlineItem[]
  readonly follows?: true
  /** The ID of a section that is printed on a sheet of its own. */
  readonly sheet?: string
}
export type OutlineItem = OutlineRow | OutlineGroup
export type OutlinePage = { readonly slug: string; readonly title: string; readonly items: readonly OutlineItem[] }
/** The questions and answers in reading order, one row for each question shown (requirements 6.service and 4.pdf). */
export type Outline = { readonly pages: readonly OutlinePage[] }

/** Every row of these items, in reading order. */
export const rowsOf = (items: readonly OutlineItem[]): readonly OutlineRow[] =>
  items.flatMap((item) => (item.kind === 'row' ? [item] : rowsOf(item.items)))

/** The outline without the rows of some keys, and without the groups and pages that have no rows left. */
export const outlineWithout = ({ pages }: Outline, isLeftOut: (key: string) => boolean): Outline => {
  const rest = (items: readonly OutlineItem[]): readonly OutlineItem[] =>
    items.flatMap((item): readonly OutlineItem[] => {
      if (item.kind === 'row') return isLeftOut(item.key) ? [] : [item]
      const left = rest(item.items)
      return left.length > 0 ? [{ ...item, items: left }] : []
    })
  return { pages: pages.map((page) => ({ ...page, items: rest(page.items) })).filter(({ items }) => items.length > 0) }
}

/** Whether a question, or a block that reads as one, is unanswered and was optional. */
export const isOmitted = (item: OutlineItem): boolean => rowsOf([item]).every(({ optional }) => optional === true)
