import { useRef, useState } from 'react'

/**
 * An action that runs once at a time, however often it is asked for, and whether it runs. What it throws is uncaught, on
 * purpose: the app says it to the person in one place.
 */
export function useAction<Input extends readonly unknown[]>(
  action: (...input: Input) => Promise<void>,
): readonly [busy: boolean, run: (...input: Input) => void] {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (...input: Input) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await action(...input)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [busy, (...input) => void run(...input)]
}
