import { useApplicationStore } from './application-provider.tsx'
import type { ScreenMemory } from './screen-memory.ts'
import { useFromStore } from './use-from-store.ts'

/** What the screen remembers under an id, or `first`, and a function that replaces it; undefined removes it. */
export function useScreenMemory<Value, First extends Value | undefined = undefined>(
  memory: ScreenMemory<Value>,
  id: string,
  first?: First,
): readonly [remembered: Value | First, remember: (value: Value | undefined) => void] {
  const store = useApplicationStore()
  const remembered = useFromStore(() => store.recall(memory, id) ?? (first as First), '')
  return [remembered, (value) => store.remember(memory, id, value)]
}
