import type { ComboboxItem } from './combobox-item.ts'
import { matchIn } from './match-in.ts'

/**
 * The entries that contain the typed text: first at the start, then at the start of a word, then elsewhere. Ties keep
 * their order.
 */
export function matching(entries: readonly ComboboxItem[], typed: string): readonly ComboboxItem[] {
  if (typed.trim() === '') return entries
  return entries
    .map((entry) => ({ entry, rank: matchIn(entry.label, typed)?.rank }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ entry }) => entry)
}
