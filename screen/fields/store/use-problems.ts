import type { Problem } from '../../../engine/index.ts'
import { useFromStore } from './use-from-store.ts'

/** All problems shown now, in reading order; empty while the web status is not validating. */
export const useProblems = (): readonly Problem[] => useFromStore((store) => store.problems(), '')
