import type { Application } from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import { useApplicationStore } from './application-provider.tsx'

/**
 * Returns what `read` finds in the application. Re-renders only when the result changes, so `read` must return a
 * primitive or a stable object. `isFixed`: no answer ever changes the result. Each listener costs time at each keystroke.
 */
export function useApplication<Value>(read: (application: Application) => Value, isFixed = false): Value {
  const store = useApplicationStore()
  return useObserved(isFixed ? never : store.subscribe, () => read(store.current()))
}

const never = () => () => {}
