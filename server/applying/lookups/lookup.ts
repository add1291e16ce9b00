import type { LookupCategory } from '../../../api/index.ts'
import type { FoundRecord, Suggestion, ZipPlace } from './suggestion.ts'

/** A question to the thread. */
export type Question =
  | { readonly text: string; readonly category: LookupCategory; readonly most: number }
  | { readonly id: string; readonly category: LookupCategory }
  | { readonly zip: string }

/** Its answer: suggestions for a text, the record of an id (undefined if unknown), the place of a ZIP code. */
export type Answer = Suggestion[] | FoundRecord | ZipPlace | undefined
