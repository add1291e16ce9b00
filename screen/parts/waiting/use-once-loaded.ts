import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Code that no first page needs (Q54). */
export type OnDemand<Part> = {
  /** Returns the part if it has loaded. */
  readonly here: () => Part | undefined
  /** Rejects if loading fails; calling it again tries again. */
  readonly fetch: () => Promise<Part>
}

/**
 * Returns a part of the screen once it has loaded, and undefined until then. It does not replace a control while that
 * control has focus; put `onLeft` on that control.
 */
export function useOnceLoaded<Part>(
  { here, fetch }: OnDemand<Part>,
  standIn: RefObject<HTMLElement | null>,
): { readonly Part: Part | undefined; readonly onLeft: () => void } {
  // In an object, because React would call a state that is a function.
  const [found, setFound] = useState<{ Part: Part | undefined }>(() => ({ Part: here() }))
  const waiting = useRef(false)
  const onLeft = () => {
    if (waiting.current) setFound({ Part: here() })
  }
  useEffect(() => {
    if (found.Part) return
    let gone = false
    const arrived = (Part: Part) => {
      if (gone) return
      if (document.activeElement === standIn.current) waiting.current = true
      else flushSync(() => setFound({ Part })) // at once, because the stand-in may get the focus at any moment
    }
    // Without a network the stand-in stays. It can answer the question too.
    fetch().then(arrived, () => {})
    return () => {
      gone = true
    }
  }, [found.Part, fetch, standIn])
  return { Part: found.Part, onLeft }
}
