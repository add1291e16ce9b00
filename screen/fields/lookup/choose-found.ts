import { isGiven } from '../../../engine/index.ts'
import type { ApplicationStore } from '../application-store.ts'
import type { ComboboxItem } from '../combobox/combobox-item.ts'
import { recordOf } from './look-up.ts'
import { clear, type Searched, SOURCE, set, WITHOUT_RECORD } from './searched.ts'

/** Nothing is chosen any more, and nothing beside it (requirement 4.autocomplete.2). */
export function clearSearched(store: ApplicationStore, searched: Searched): void {
  set(store, searched.key, '')
  clear(store, searched, () => true)
  store.remember(searched.key, '')
}

/**
 * Something found is chosen: its text stands at once, the rest as soon as it is known, unless the person has gone on
 * meanwhile. Where it cannot be had, the text alone stays (requirement 7.lookup.7), and the person is asked for the
 * rest.
 */
export async function chooseFound(
  store: ApplicationStore,
  searched: Searched,
  { value: id, label }: ComboboxItem,
): Promise<void> {
  const { category, key, related } = searched
  const mine = JSON.stringify({ id })
  set(store, key, label)
  clear(store, searched, () => true)
  store.remember(key, mine)
  const record = await recordOf(category, id)
  if (store.recall(key) !== mine) return
  if (record === undefined) return store.remember(key, WITHOUT_RECORD)
  for (const [end, each] of Object.entries(related)) {
    // What is given already was typed while the record was on its way.
    if (!isGiven(store.current().answer[each])) set(store, each, end === SOURCE ? id : (record[end] ?? ''))
  }
  store.remember(key, JSON.stringify({ id, record }))
}
