import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import type { ScreenMemory } from './screen-memory.ts'

/** What the screen remembers under an id, and a function that replaces it; undefined removes it. */
export function useScreenMemory<Value>(
  memory: ScreenMemory<Value>,
  id: string,
): readonly [remembered: Value | undefined, remember: (value: Value | undefined) => void] {
  const store = useApplicationStore()
  const remembered = useObserved(store.subscribe, () => store.recall(memory, id))
  return [remembered, (value) => store.remember(memory, id, value)]
}
