import type { School } from '../school.ts'
import type { Row } from './read-table.ts'

/** A College Board code for a school of another list, by that school's id. */
export type Code = { readonly id: string; readonly ceeb: string }

/** A kind of file: the columns it must have, and the result of a row, or the reason why the row is skipped. */
export type Format<Kept extends School | Code> = {
  readonly title: string
  readonly required: readonly string[]
  readonly readRow: (row: Row) => Kept | string
}
