import { useSyncExternalStore } from 'react'
import type { Application } from '../../engine/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/** What `read` finds in the application; draws again only when that is another value, so return a text, a number or something that stays the same. */
export function useApplication<Value>(read: (application: Application) => Value): Value {
  const store = useApplicationStore()
  return useSyncExternalStore(store.subscribe, () => read(store.current()))
}
