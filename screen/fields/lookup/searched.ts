import { createContext } from 'react'
import type { LookupCategory } from '../../../api/browser.ts'
import {
  type Address,
  type AnswerMap,
  answerTo,
  isGiven,
  keysByRole,
  type Role,
  type School,
  type TextQuestion,
} from '../../../engine/index.ts'
import { type ApplicationStore, screenMemory } from '../store/application-store.ts'

/** A text with a search, and the related answers that a choice fills: their keys, by role. */
export type Searched = {
  readonly category: LookupCategory
  readonly key: string
  readonly related: Readonly<Partial<Record<Role, string>>>
  /** The question beside a school, about its type, that a choice answers too if nobody has. */
  readonly typeKey?: string | undefined
}

/** A field with a search or lookup, and the block it belongs to. */
export type LookupFieldProps = { question: TextQuestion; searched: Searched }

/** The block around a field with a search, or around a ZIP code. */
export const SearchedContext = createContext<Searched | null>(null)

/**
 * Where the text of a search comes from, on this visit. `record` is undefined until it has arrived; 'chosen without
 * record' filled nothing.
 */
export type Origin =
  | { readonly kind: 'typed' }
  | { readonly kind: 'chosen'; readonly record: Readonly<Record<string, string | undefined>> | undefined }
  | { readonly kind: 'chosen without record' }
export const origin = screenMemory<Origin>('the origin of a searched text')

/** The names that are right as they are: somebody was asked about them, or chose them in the list as they were typed. */
const keptNames = screenMemory<readonly string[]>('the names that are right')

export const isKept = (store: ApplicationStore, { key }: Searched, name: string): boolean =>
  store.recall(keptNames, key)?.includes(name) === true

export const keepName = (store: ApplicationStore, { key }: Searched, name: string): void =>
  store.remember(keptNames, key, [...(store.recall(keptNames, key) ?? []), name])

/** What a block searches for: the name of a school, or the first line of an address. No record has a second line. */
export function searchedIn(block: School | Address): Searched {
  const { name = '', address_line_2: _, ...rest } = keysByRole(block)
  if (block.kind === 'school') return { category: block.category, key: name, related: rest, typeKey: block.typeKey }
  const { address_line_1 = '', ...related } = rest
  return { category: 'address', key: address_line_1, related }
}

/**
 * Writes text that the person typed. Answers that an earlier choice filled, above all its code, no longer belong to it
 * and are cleared (requirement 4.autocomplete.3). Answers typed by hand stay; in an address, so do filled answers that
 * were edited since.
 */
export function writeFreely(store: ApplicationStore, searched: Searched, text: string): void {
  const { key } = searched
  if (answerTo(store.current().answer, key) === text) return
  const filled = filledAt(store, searched)
  store.write(key, text)
  clear(
    store,
    searched,
    (role, value) => filled === 'unknown' || (filled !== 'by hand' && standsAsFilled(filled, role, value, searched)),
  )
  store.remember(origin, key, { kind: 'typed' })
}

/**
 * Whether the person typed the text, as far as this can be known. On a later visit, a code or any related answer means
 * that it was chosen.
 */
export function isOwnText(store: ApplicationStore, searched: Searched): boolean {
  const { answer } = store.current()
  if (!isGiven(answer[searched.key]) || hasCode(answer, searched)) return false
  const remembered = store.recall(origin, searched.key)
  if (remembered !== undefined) return remembered.kind === 'typed'
  return Object.values(searched.related).every((each) => !isGiven(answer[each]))
}

/** Whether the text was chosen from the list, on this visit or before, so that its record filled the rest. */
export function isChosen(store: ApplicationStore, searched: Searched): boolean {
  const { answer } = store.current()
  if (!isGiven(answer[searched.key])) return false
  const remembered = store.recall(origin, searched.key)
  return remembered === undefined ? hasCode(answer, searched) : remembered.kind === 'chosen'
}

/** Whether the text was chosen but its record could not be read, so the person must type the rest. */
export const isWithoutRecord = (store: ApplicationStore, { key }: Searched): boolean =>
  store.recall(origin, key)?.kind === 'chosen without record'

type Filled = 'by hand' | 'unknown' | Readonly<Record<string, string | undefined>>

/** What a choice filled in this field. After an earlier visit, a text without a code or source id counts as typed. */
function filledAt(store: ApplicationStore, searched: Searched): Filled {
  const remembered = store.recall(origin, searched.key)
  if (remembered?.kind === 'chosen without record') return 'by hand'
  if (remembered?.kind === 'chosen') return remembered.record ?? {}
  return hasCode(store.current().answer, searched) ? 'unknown' : 'by hand'
}

/**
 * A code or the id of a record always comes from a choice: on this visit, an earlier one or in another tab
 * (docs/decisions/0020).
 */
const hasCode = (answer: AnswerMap, { related: { ceeb = '', list_id = '' } }: Searched) =>
  isGiven(answer[ceeb]) || isGiven(answer[list_id])

const standsAsFilled = (
  filled: Readonly<Record<string, string | undefined>>,
  role: string,
  value: string,
  { category }: Searched,
) => category !== 'address' || filled[role] === value

/** The type of a school that came from the list. As the city of a ZIP code, it follows the next choice unless changed. */
const listedType = screenMemory<string>('the type of a school as its list has it')

/** Answers with what the list says of the type, unless the person has. */
export function fillType(store: ApplicationStore, { typeKey }: Searched, type = ''): void {
  if (typeKey === undefined || type === '' || isGiven(store.current().answer[typeKey])) return
  set(store, typeKey, type)
  store.remember(listedType, typeKey, type)
}

/** Clears the related answers for which `which` returns true, and the type if it came from the list. */
export function clear(
  store: ApplicationStore,
  { related, typeKey = '' }: Searched,
  which: (role: string, value: string) => boolean,
): void {
  const listed = store.recall(listedType, typeKey)
  if (listed !== undefined && answerTo(store.current().answer, typeKey) === listed) set(store, typeKey, '')
  store.remember(listedType, typeKey, undefined)
  for (const [role, key] of Object.entries(related)) {
    const value = answerTo(store.current().answer, key)
    if (value !== '' && which(role, value)) set(store, key, '')
  }
}

/** Writes and commits an answer. */
export function set(store: ApplicationStore, key: string, value: string): void {
  store.write(key, value)
  store.commit(key)
}
