import type { Application } from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/**
 * Returns what `read` finds in the application. Re-renders only when the result changes, so `read` must return a
 * primitive or a stable object.
 */
export function useApplication<Value>(read: (application: Application) => Value): Value {
  const store = useApplicationStore()
  return useObserved(store.subscribe, () => read(store.current()))
}
