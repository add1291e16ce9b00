import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/** Whether a change of one of these answers may have cleared others. */
export function useHasCleared(keys: readonly string[]): boolean {
  const { subscribe, happenings } = useApplicationStore()
  return useObserved(subscribe, () => happenings().some((each) => 'key' in each && keys.includes(each.key)))
}
