import { useSyncExternalStore } from 'react'

/**
 * Returns what `get` returns, and re-renders when it changes. Use this instead of React's own hook, which does not
 * render on the server without a third argument.
 */
export const useObserved = <Value>(subscribe: (listener: () => void) => () => void, get: () => Value): Value =>
  useSyncExternalStore(subscribe, get, get)
