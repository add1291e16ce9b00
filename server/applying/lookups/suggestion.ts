import type { Reply } from '../../../api/index.ts'

type Found = Reply<'find'>

/** A suggestion for a text. */
export type Suggestion = Extract<Found, readonly unknown[]>[number]
/** The details of a chosen suggestion. */
export type FoundRecord = Exclude<Found, readonly unknown[]>
/** Where a ZIP code is. */
export type ZipPlace = Reply<'placeOfZip'>
