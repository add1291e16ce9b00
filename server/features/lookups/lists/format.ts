import type { School } from '../school.ts'
import type { Row } from './read-table.ts'

/** The code of a school of another list, by that school's id. */
export type Code = { readonly id: string; readonly ceeb: string }

/** A kind of file: what it must hold, and what a row of it gives, or the reason why the row is left out. */
export type Format<Kept extends School | Code> = {
  readonly title: string
  readonly required: readonly string[]
  readonly readRow: (row: Row) => Kept | string
}
