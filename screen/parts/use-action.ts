import { useRef, useState } from 'react'

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
