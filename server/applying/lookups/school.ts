import type { LookupCategory, Reply } from '../../../api/index.ts'

export type SchoolCategory = Exclude<LookupCategory, 'address'>

/** The form's codes of the types of college that a list can tell: of two or four years, technical, military. */
type SchoolType = '2' | '4' | 'T' | 'M'

/** A school as a list gives it. '' means unknown. */
export type School = {
  /** Identifies the school for as long as its list does, such as `ipeds:180461`. */
  readonly id: string
  readonly category: SchoolCategory
  readonly name: string
  /** Other names: nicknames, initials, former names. */
  readonly aliases: readonly string[]
  /** The College Board's code, if the institution imported one. */
  readonly ceeb: string
  readonly address_line_1: string
  readonly city: string
  /** The name of the state or province, as in the form's list. */
  readonly state: string
  readonly zip: string
  /** The form's code of the country. */
  readonly country: string
  /** Size from 0 (unknown) to 5 (20,000 students and more): of two equal matches, the larger school comes first. */
  readonly size: number
  /** Left out if unknown, as in every list that was imported before there was a type. */
  readonly type?: SchoolType
}

type Found = Reply<'find'>

/** A suggestion for a text. */
export type Suggestion = Extract<Found, readonly unknown[]>[number]

/** The details of a chosen suggestion. */
export type FoundRecord = Exclude<Found, readonly unknown[]>

/** Where a ZIP code is. */
export type ZipPlace = Reply<'placeOfZip'>

/** A question to the thread. */
export type Question =
  | { readonly text: string; readonly category: LookupCategory; readonly most: number }
  | { readonly id: string; readonly category: LookupCategory }
  | { readonly zip: string }

/** Its answer: suggestions for a text, the record of an id (undefined if unknown), the place of a ZIP code. */
export type Answer = Suggestion[] | FoundRecord | ZipPlace | undefined
