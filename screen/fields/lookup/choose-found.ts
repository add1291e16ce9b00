import { isGiven } from '../../../engine/index.ts'
import type { ComboboxItem } from '../combobox/index.ts'
import type { ApplicationStore } from '../store/index.ts'
import { recordOf } from './look-up.ts'
import { clear, type Origin, origin, type Searched, set } from './searched.ts'

/** Clears the choice and the answers it filled (requirement 4.autocomplete.2). */
export function clearSearched(store: ApplicationStore, searched: Searched): void {
  set(store, searched.key, '')
  clear(store, searched, () => true)
  store.remember(origin, searched.key, undefined)
}

/**
 * Applies a chosen search result: its text at once, the rest as soon as its record arrives, unless the person has
 * changed the field meanwhile. If the record cannot be read, only the text stays (requirement 7.lookup.7), and the
 * person is asked for the rest.
 */
export async function chooseFound(
  store: ApplicationStore,
  searched: Searched,
  { value: id, label }: ComboboxItem,
): Promise<void> {
  const { category, key, related } = searched
  const mine: Origin = { kind: 'chosen', record: undefined }
  set(store, key, label)
  clear(store, searched, () => true)
  store.remember(origin, key, mine)
  const record = await recordOf(category, id)
  if (store.recall(origin, key) !== mine) return
  if (record === undefined) return store.remember(origin, key, { kind: 'chosen without record' })
  for (const [role, each] of Object.entries(related)) {
    // An answer that is already there was typed while the record was loading.
    if (!isGiven(store.current().answer[each])) set(store, each, role === 'list_id' ? id : (record[role] ?? ''))
  }
  store.remember(origin, key, { kind: 'chosen', record })
}
