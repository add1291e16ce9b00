import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/** What looks wrong about one of these answers without being a problem; undefined if nothing does. */
export function useWarning(keys: readonly string[]): string | undefined {
  const store = useApplicationStore()
  return useObserved(store.subscribe, () => {
    const key = keys.find((each) => store.warnings()[each])
    return key && store.warnings()[key]
  })
}
