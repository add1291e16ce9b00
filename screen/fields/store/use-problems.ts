import type { Problem } from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/** All problems shown now, in reading order; empty while the web status is not validating. */
export function useProblems(): readonly Problem[] {
  const store = useApplicationStore()
  return useObserved(store.subscribe, store.problems)
}
