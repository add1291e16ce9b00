import type { LookupCategory } from '../../../api/index.ts'

export type SchoolCategory = Exclude<LookupCategory, 'address'>

/** A school as a list gives it. '' is unknown. */
export type School = {
  /** Names the school for as long as its list does, such as `ipeds:180461`. */
  readonly id: string
  readonly category: SchoolCategory
  readonly name: string
  /** Other names: nicknames, initials, former names. */
  readonly aliases: readonly string[]
  /** The College Board's code, where the institution imported one. */
  readonly ceeb: string
  readonly address_line_1: string
  readonly city: string
  /** The name of the state or province, as the form's list has it. */
  readonly state: string
  readonly zip: string
  /** The form's code of the country. */
  readonly country: string
  /** How large it is, from 0 (unknown) to 5 (20,000 students and more): of two that match alike, the larger comes first. */
  readonly size: number
}
