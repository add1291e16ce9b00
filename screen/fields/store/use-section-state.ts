import type { SectionProgress } from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/** How far a section is, by the count of the map; undefined while it is not asked. */
export function useSectionState(id: string): SectionProgress['state'] | undefined {
  const store = useApplicationStore()
  return useObserved(
    store.subscribe,
    () =>
      store
        .progress()
        .flatMap(({ sections }) => sections)
        .find((section) => section.id === id)?.state,
  )
}
