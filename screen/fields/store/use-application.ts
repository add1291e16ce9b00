import type { Application } from '../../../engine/index.ts'
import { useFromStore } from './use-from-store.ts'

/** Returns what `read` finds in the application; `key` is that of `useFromStore`. */
export const useApplication = <Value>(read: (application: Application) => Value, key?: string): Value =>
  useFromStore((store) => read(store.current()), key)
