import type { LookupCategory } from '../../../api/browser.ts'
import { callOnce } from '../../client/index.ts'

/** Something found: its text, and a second line that tells it from others (requirement 3.state.9). */
export type Suggestion = { readonly text: string; readonly id: string; readonly sub_text: string }

/** Where a ZIP code lies: the states by name, more than one at a border, none when nobody knows it. */
export type Place = { readonly city: string; readonly states: readonly string[] }

/** Schools or addresses that a text may mean, at most five; without an answer none. */
export async function suggest(category: LookupCategory, text: string): Promise<readonly Suggestion[]> {
  const found = await silently(callOnce('find', { text, category, max_results: '5' }))
  return Array.isArray(found) ? found : []
}

/** What is known of a suggestion, by the ends of the answer keys; undefined when it cannot be had. */
export async function recordOf(
  category: LookupCategory,
  id: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const found = await silently(callOnce('find', { id, category }))
  return Array.isArray(found) ? undefined : found
}

/** Where a ZIP code of five digits lies; undefined when it cannot be had. */
export const placeOf = (zip: string): Promise<Place | undefined> => silently(callOnce('placeOfZip', { zip }))

/** A lookup that fails says nothing (requirement 8.lookup.1): the person types on. */
const silently = <Value>(asked: Promise<Value>) => asked.catch(() => undefined)
