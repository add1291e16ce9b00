import type { LookupCategory } from '../../../api/index.ts'
import type { FoundRecord, Suggestion, ZipPlace } from './suggestion.ts'

/** What the thread is asked. */
export type Question =
  | { readonly text: string; readonly category: LookupCategory; readonly most: number }
  | { readonly id: string; readonly category: LookupCategory }
  | { readonly zip: string }

/** What it answers: suggestions for a text; for an id its record, undefined when it knows none; for a ZIP code where it lies. */
export type Answer = Suggestion[] | FoundRecord | ZipPlace | undefined
