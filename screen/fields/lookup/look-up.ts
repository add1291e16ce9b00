import type { LookupCategory } from '../../../api/browser.ts'
import { callOnce } from '../../client/index.ts'

/** A search result: its text, and a second line that distinguishes it from others (requirement 3.state.9). */
export type Suggestion = { readonly text: string; readonly id: string; readonly sub_text: string }

/** Where a ZIP code is. `states` holds names: more than one if it crosses a border, none if the code is unknown. */
export type Place = { readonly city: string; readonly states: readonly string[] }

/** Schools or addresses that match a text, at most five; an empty list if the call fails. */
export async function suggest(category: LookupCategory, text: string): Promise<readonly Suggestion[]> {
  const found = await silently(callOnce('find', { text, category, max_results: '5' }))
  return Array.isArray(found) ? found : []
}

/** The record of a suggestion, by the roles of the questions that it answers; undefined if it cannot be read. */
export async function recordOf(
  category: LookupCategory,
  id: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const found = await silently(callOnce('find', { id, category }))
  return Array.isArray(found) ? undefined : found
}

/** Where a five-digit ZIP code is; undefined if the lookup fails. */
export const placeOf = (zip: string): Promise<Place | undefined> => silently(callOnce('placeOfZip', { zip }))

/** A failed lookup shows no error (requirement 8.lookup.1), so the person can keep typing. */
const silently = <Value>(asked: Promise<Value>) => asked.catch(() => undefined)
