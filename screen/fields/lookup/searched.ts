import { createContext } from 'react'
import type { LookupCategory } from '../../../api/browser.ts'
import {
  type Address,
  type AnswerMap,
  answerTo,
  isGiven,
  type School,
  type TextQuestion,
} from '../../../engine/index.ts'
import type { ApplicationStore } from '../application-store.ts'

/** A text that is searched for, and the answers that choosing fills beside it: their keys by the ends of these. */
export type Searched = {
  readonly category: LookupCategory
  readonly key: string
  readonly related: Readonly<Record<string, string>>
}

/** A field that looks something up, and the block it stands in. */
export type LookupFieldProps = { question: TextQuestion; searched: Searched }

/** The block around a question that is searched for, or is a ZIP code. */
export const SearchedContext = createContext<Searched | null>(null)

/** Holds the record that was chosen from, so that on every visit a choice is told from what was typed (docs/decisions/0020). */
export const SOURCE = 'list_id'
const ends = ['ceeb', SOURCE, 'address_line_1', 'city', 'state', 'zip', 'country']

/** What is searched in a block: the name of a school, the first line of an address. */
export function searchedIn(block: School | Address): Searched {
  const end = block.kind === 'school' ? 'name' : 'address_line_1'
  const key = block.keys.find((each) => each.endsWith(end)) ?? ''
  const prefix = key.slice(0, -end.length)
  const related = ends.map((each) => [each, prefix + each] as const)
  return {
    category: block.kind === 'school' ? block.category : 'address',
    key,
    related: Object.fromEntries(related.filter(([, each]) => each !== key && block.keys.includes(each))),
  }
}

/**
 * The person's own words. What choosing had filled belongs to something else then, and is cleared (requirement
 * 4.autocomplete.3), above all its code. What was typed by hand beside one's own words stays; of an address, so does
 * what is no longer as it was filled.
 */
export function writeFreely(store: ApplicationStore, searched: Searched, text: string): void {
  const { key } = searched
  if (answerTo(store.current().answer, key) === text) return
  const filled = filledAt(store, searched)
  store.write(key, text)
  clear(
    store,
    searched,
    (end, value) => filled === 'unknown' || (filled !== 'by hand' && standsAsFilled(filled, end, value, searched)),
  )
  store.remember(key, BY_HAND)
}

/** Whether the text is the person's own, as far as can be known: after a new visit a code, or anything beside it, speaks for a choice. */
export function isOwnText(store: ApplicationStore, searched: Searched): boolean {
  const { answer } = store.current()
  if (!isGiven(answer[searched.key]) || hasCode(answer, searched)) return false
  const remembered = store.recall(searched.key)
  if (remembered !== '') return remembered === BY_HAND
  return Object.values(searched.related).every((each) => !isGiven(answer[each]))
}

/** Whether the text was chosen, and what belongs beside it could not be had: it is to be typed. */
export const isWithoutRecord = (store: ApplicationStore, { key }: Searched): boolean =>
  store.recall(key) === WITHOUT_RECORD

const BY_HAND = 'by hand'
/** Remembered of a choice that filled nothing. */
export const WITHOUT_RECORD = 'without record'

type Filled = 'by hand' | 'unknown' | Readonly<Record<string, string>>

/** What choosing filled here. Of an earlier visit only a code or the source tells; without them it was typed. */
function filledAt(store: ApplicationStore, searched: Searched): Filled {
  const { key } = searched
  const remembered = store.recall(key)
  if (remembered === WITHOUT_RECORD) return 'by hand'
  if (remembered === BY_HAND) return hasCode(store.current().answer, searched) ? 'unknown' : 'by hand'
  // Written above, by chooseFound.
  if (remembered !== '') return JSON.parse(remembered).record ?? {}
  return hasCode(store.current().answer, searched) ? 'unknown' : 'by hand'
}

/** A code or a source always comes from a choice, here, earlier or in another tab. */
const hasCode = (answer: AnswerMap, { related }: Searched) =>
  [related.ceeb, related[SOURCE]].some((key) => isGiven(answer[key ?? '']))

const standsAsFilled = (filled: Readonly<Record<string, string>>, end: string, value: string, { category }: Searched) =>
  category !== 'address' || filled[end] === value

/** Empties what stands beside the text, where `which` says so. */
export function clear(
  store: ApplicationStore,
  { related }: Searched,
  which: (end: string, value: string) => boolean,
): void {
  for (const [end, key] of Object.entries(related)) {
    const value = answerTo(store.current().answer, key)
    if (value !== '' && which(end, value)) set(store, key, '')
  }
}

/** Writes an answer and leaves its field. */
export function set(store: ApplicationStore, key: string, value: string): void {
  store.write(key, value)
  store.commit(key)
}
