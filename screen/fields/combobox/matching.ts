import type { ComboboxItem } from './combobox-item.ts'
import { matchIn, readsAs } from './match-in.ts'

/**
 * The entries that the typed text finds, best first: those with exactly this label, name or code, then those whose
 * label or other name starts with it, then those with a word that does, then those that contain it. Ties keep their
 * order. An article is ignored where it finds nothing.
 */
export function matching(entries: readonly ComboboxItem[], typed: string): readonly ComboboxItem[] {
  if (typed.trim() === '') return entries
  const found = entries
    .flatMap((entry) => {
      const place = placeOf(entry, typed)
      return place === undefined ? [] : [{ entry, place }]
    })
    .sort((one, other) => one.place - other.place)
    .map(({ entry }) => entry)
  const shorter = withoutArticle(typed)
  return found.length > 0 || shorter === undefined ? found : matching(entries, shorter)
}

/**
 * The entry that a whole text can only mean: the one with this label, or the only one with this other name. A code does
 * not count: MT is Malta, and also Montana.
 */
export function entryNamed(entries: readonly ComboboxItem[], text: string): ComboboxItem | undefined {
  const labeled = entries.find(({ label }) => readsAs(label, text))
  if (labeled) return labeled
  const [named, another] = entries.filter(({ otherNames = [] }) => otherNames.some((name) => readsAs(name, text)))
  if (named) return another ? undefined : named
  const shorter = withoutArticle(text)
  return shorter === undefined ? undefined : entryNamed(entries, shorter)
}

/** Where an entry belongs among those found, the best at 0; undefined if the text does not find it. */
function placeOf({ label, otherNames = [], codes = [] }: ComboboxItem, typed: string): number | undefined {
  if (readsAs(label, typed)) return 0
  const named = otherNames.findIndex((name) => readsAs(name, typed))
  // Two entries may have the same other name: it comes first where it is the more usual one. There are fewer than 100.
  if (named !== -1) return 1 + named / 100
  if (codes.some((code) => readsAs(code, typed))) return 2
  const rank = matchIn(label, typed)?.rank
  const otherRank = Math.min(...otherNames.map((name) => matchIn(name, typed)?.rank ?? 2))
  if (rank === 0) return 3
  if (otherRank === 0) return 4
  if (rank === 1) return 5
  if (otherRank === 1) return 6
  return rank === undefined ? undefined : 7
}

/** "The Gambia" is Gambia; undefined where the text has no article. */
const withoutArticle = (text: string): string | undefined => /^\s*the\s+(\S.*)$/i.exec(text)?.[1]
