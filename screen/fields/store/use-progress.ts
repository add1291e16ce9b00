import type { PageProgress } from '../../../engine/index.ts'
import { useFromStore } from './use-from-store.ts'

/** How far each page and section is. Re-renders only when a count or a state changes, never while somebody types. */
export const useProgress = (): readonly PageProgress[] => useFromStore((store) => store.progress(), '')
