import type { PageProgress } from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/** How far each page and section is. Re-renders only when a count or a state changes, never while somebody types. */
export function useProgress(): readonly PageProgress[] {
  const store = useApplicationStore()
  return useObserved(store.subscribe, store.progress)
}
