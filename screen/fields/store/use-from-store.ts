import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import type { ApplicationStore } from './application-store.ts'

/**
 * Returns what `read` finds in the store. Re-renders only when the result changes, so `read` must return a primitive or
 * a stable object. `key`: the only answer on which the result depends, or '' if that is none while it is being typed.
 * Without it, the listener costs time at each keystroke.
 */
export function useFromStore<Value>(read: (store: ApplicationStore) => Value, key?: string): Value {
  const store = useApplicationStore()
  return useObserved(key === undefined ? store.subscribe : store.subscribeTo(key), () => read(store))
}
