import type { Reply } from '../../../api/index.ts'

type Found = Reply<'find'>

/** What is offered for a text. */
export type Suggestion = Extract<Found, readonly unknown[]>[number]
/** What is known of one that was chosen. */
export type FoundRecord = Exclude<Found, readonly unknown[]>
/** Where a ZIP code lies. */
export type ZipPlace = Reply<'placeOfZip'>
