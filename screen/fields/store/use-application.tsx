import { createContext, type ReactNode, useContext } from 'react'
import {
  type AnyCondition,
  type Application,
  holds,
  type PageProgress,
  type Problem,
  type SectionProgress,
} from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import type { ApplicationStore, ScreenMemory } from './application-store.ts'
import type { StoreEvent } from './clearings.ts'

const ApplicationContext = createContext<ApplicationStore | null>(null)

/** Provides the answers to the fields inside it. The application has one store, and each account card has its own. */
export function ApplicationProvider({ store, children }: { store: ApplicationStore; children: ReactNode }) {
  return <ApplicationContext value={store}>{children}</ApplicationContext>
}

/** The store of the nearest provider. Reading from it does not subscribe; `useApplication` does. */
export function useApplicationStore(): ApplicationStore {
  const store = useContext(ApplicationContext)
  if (store === null) throw new Error('A field must be rendered inside ApplicationProvider.')
  return store
}

/**
 * Returns what `read` finds in the store. Re-renders only when the result changes, so `read` must return a primitive or
 * a stable object. `key`: the only answer on which the result depends, or '' if that is none while it is being typed.
 * Without it, the listener costs time at each keystroke.
 */
export function useFromStore<Value>(read: (store: ApplicationStore) => Value, key?: string): Value {
  const store = useApplicationStore()
  return useObserved(key === undefined ? store.subscribe : store.subscribeTo(key), () => read(store))
}

/** Returns what `read` finds in the application; `key` is that of `useFromStore`. */
export function useApplication<Value>(read: (application: Application) => Value, key?: string): Value {
  return useFromStore((store) => read(store.current()), key)
}

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

/** All problems shown now, in reading order; empty while the web status is not validating. */
export const useProblems = (): readonly Problem[] => useFromStore((store) => store.problems(), '')

/** How far each page and section is. Re-renders only when a count or a state changes, never while somebody types. */
export const useProgress = (): readonly PageProgress[] => useFromStore((store) => store.progress(), '')

/** How far a section is, by the count of the map; undefined while it is not asked. */
export const useSectionState = (id: string): SectionProgress['state'] | undefined =>
  useFromStore((store) => {
    const sections = store.progress().flatMap((page) => page.sections)
    return sections.find((section) => section.id === id)?.state
  }, '')

/** Whether the answers meet a condition. */
export const useShown = (condition: AnyCondition): boolean => useApplication(({ answer }) => holds(condition, answer))

/** What looks wrong about one of these answers without being a problem; undefined if nothing does. */
export const useWarning = (keys: readonly string[]): string | undefined =>
  useFromStore((store) => {
    const key = keys.find((each) => store.warnings()[each])
    return key && store.warnings()[key]
  }, '')

const StoreEventsContext = createContext<readonly StoreEvent[]>([])

/** Listens once for what answers clear, for all the questions inside it. */
export function StoreEventsProvider({ children }: { children: ReactNode }) {
  const { subscribe, storeEvents } = useApplicationStore()
  return <StoreEventsContext value={useObserved(subscribe, storeEvents)}>{children}</StoreEventsContext>
}

/** Whether a change of one of these answers may have cleared others. */
export const useHasCleared = (keys: readonly string[]): boolean =>
  useContext(StoreEventsContext).some((each) => 'key' in each && keys.includes(each.key))
