import type { LookupCategory } from '../../../api/browser.ts'
import { CallError, callOnce } from '../../client/index.ts'

/** A search result: its text, and a second line that distinguishes it from others (requirement 3.state.9). */
export type Suggestion = { readonly text: string; readonly id: string; readonly sub_text: string }

/** Where a ZIP code is. `states` holds names: more than one if it crosses a border, none if the code is unknown. */
export type Place = { readonly city: string; readonly states: readonly string[] }

/** Schools or addresses that match a text, at most five; an empty list if the call fails. */
export async function suggest(category: LookupCategory, text: string): Promise<readonly Suggestion[]> {
  const found = await silently(() => callOnce('find', { text, category, max_results: '5' }))
  return Array.isArray(found) ? found : []
}

/** The record of a suggestion, by the roles of the questions that it answers; undefined if it cannot be read. */
export async function recordOf(
  category: LookupCategory,
  id: string,
): Promise<Readonly<Record<string, string | undefined>> | undefined> {
  const found = await silently(() => callOnce('find', { id, category }))
  return Array.isArray(found) ? undefined : found
}

/** Where a five-digit ZIP code is; undefined if the lookup fails. */
export const placeOf = (zip: string): Promise<Place | undefined> => silently(() => callOnce('placeOfZip', { zip }))

/** Milliseconds after which a busy server is asked again. */
const PAUSES = [1_000, 2_000, 4_000]

/**
 * A failed lookup shows no error (requirement 8.lookup.1), so the person can keep typing. A server that is too busy, or
 * has just started, is asked again: that it has no answer yet does not mean that there is nothing to find.
 */
async function silently<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  for (const pause of [...PAUSES, undefined]) {
    try {
      return await ask()
    } catch (error) {
      const isBusy = error instanceof CallError && error.code === 'busy'
      if (!isBusy || pause === undefined) return undefined
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return undefined
}
