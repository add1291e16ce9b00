import { useSyncExternalStore } from 'react'
import { useApplicationStore } from './application-provider.tsx'

/** Text the screen remembers besides the answers; '' if none. See `recall` in the store. */
export function useRecalled(id: string): readonly [text: string, remember: (text: string) => void] {
  const store = useApplicationStore()
  const text = useSyncExternalStore(store.subscribe, () => store.recall(id))
  return [text, (next) => store.remember(id, next)]
}
