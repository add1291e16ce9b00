import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LazyCode } from './lazy-code.ts'

/**
 * Returns code once it has loaded, and undefined until then. It does not replace a control while that control has
 * focus; put `onLeft` on that control.
 */
export function useLazyCode<Code>(
  { loaded, preload }: LazyCode<Code>,
  standIn: RefObject<HTMLElement | null>,
): { readonly code: Code | undefined; readonly onLeft: () => void } {
  // In an object, because React would call a state that is a function.
  const [found, setFound] = useState<{ code: Code | undefined }>(() => ({ code: loaded() }))
  const waiting = useRef(false)
  const onLeft = () => {
    if (waiting.current) setFound({ code: loaded() })
  }
  useEffect(() => {
    if (found.code) return
    let gone = false
    const arrived = (code: Code) => {
      if (gone) return
      if (document.activeElement === standIn.current) waiting.current = true
      else flushSync(() => setFound({ code })) // at once, because the stand-in may get the focus at any moment
    }
    // Without a network the stand-in stays. It can answer the question too.
    preload().then(arrived, () => {})
    return () => {
      gone = true
    }
  }, [found.code, preload, standIn])
  return { code: found.code, onLeft }
}
