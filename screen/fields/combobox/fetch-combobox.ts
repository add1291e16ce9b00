import type { Combobox } from './combobox.tsx'

let fetched: typeof Combobox | undefined

/** The combobox, if it is here already. */
export const combobox = (): typeof Combobox | undefined => fetched

/**
 * Fetches the combobox, which no first page waits for (Q54). Rejects when it cannot be had now; asking again tries
 * again.
 */
export async function fetchCombobox(): Promise<typeof Combobox> {
  fetched = (await import('./combobox.tsx')).Combobox
  return fetched
}
