import type { Combobox } from './combobox.tsx'

let fetched: typeof Combobox | undefined

/** The combobox, if it has loaded. */
export const combobox = (): typeof Combobox | undefined => fetched

/** Loads the combobox, which no first page needs (Q54). Rejects if loading fails; calling it again tries again. */
export async function fetchCombobox(): Promise<typeof Combobox> {
  fetched = (await import('./combobox.tsx')).Combobox
  return fetched
}
