import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'
import type { ScreenMemory } from './screen-memory.ts'

/** What the screen remembers under an id, or `first`, and a function that replaces it; undefined removes it. */
export function useScreenMemory<Value, First extends Value | undefined = undefined>(
  memory: ScreenMemory<Value>,
  id: string,
  first?: First,
): readonly [remembered: Value | First, remember: (value: Value | undefined) => void] {
  const store = useApplicationStore()
  const remembered = useObserved(store.subscribe, () => store.recall(memory, id) ?? (first as First))
  return [remembered, (value) => store.remember(memory, id, value)]
}
