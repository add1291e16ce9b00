import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * An action that runs once at a time, however often it is called, and whether it is running. Its errors are
 * deliberately not caught: the app reports uncaught errors in one place.
 */
export function useAction<Input extends readonly unknown[]>(
  action: (...input: Input) => Promise<void>,
): readonly [busy: boolean, run: (...input: Input) => void] {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (...input: Input) => {
    if (running.current) return
    running.current = true
    const begun = setTimeout(() => setBusy(true)) // not for what is done at once, which would be drawn twice
    try {
      await action(...input)
    } finally {
      clearTimeout(begun)
      running.current = false
      setBusy(false)
    }
  }
  return [busy, (...input) => void run(...input)]
}

/**
 * Returns what `get` returns, and re-renders when it changes. Use this instead of React's own hook, which does not
 * render on the server without a third argument.
 */
export const useObserved = <Value>(subscribe: (listener: () => void) => () => void, get: () => Value): Value =>
  useSyncExternalStore(subscribe, get, get)

/** Becomes true once the component has been mounted for this many milliseconds. */
export function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return elapsed
}

/**
 * Whether this is the browser, and the page that the server sent is no longer being taken over: false on the server and
 * in the first render over its page, which must draw the same.
 */
export const useIsHydrated = (): boolean => useSyncExternalStore(never, isTrue, isFalse)

const never = () => () => {}
const isTrue = () => true
const isFalse = () => false
