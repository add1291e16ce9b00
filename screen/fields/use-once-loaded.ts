import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Something that no first page waits for (Q54). */
export type OnDemand<Part> = {
  /** It, if it is here already. */
  readonly here: () => Part | undefined
  /** Rejects when it cannot be had now; asking again tries again. */
  readonly fetch: () => Promise<Part>
}

/**
 * A part of the screen once it has been fetched; undefined until then, and for as long as it cannot be. It does not take the
 * place of a control the person is in: `onLeft` belongs on that control.
 */
export function useOnceLoaded<Part>(
  { here, fetch }: OnDemand<Part>,
  standIn: RefObject<HTMLElement | null>,
): { readonly Part: Part | undefined; readonly onLeft: () => void } {
  // In an object, because a state that is a function would be called.
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
      else flushSync(() => setFound({ Part })) // at once: the focus may come to the stand-in at any moment
    }
    // Without a network the control that stands in stays, which answers the question as well.
    fetch().then(arrived, () => {})
    return () => {
      gone = true
    }
  }, [found.Part, fetch, standIn])
  return { Part: found.Part, onLeft }
}
