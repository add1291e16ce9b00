import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type LazyCode, savesData } from './lazy-code.ts'

type StandIn = HTMLInputElement | HTMLSelectElement

/**
 * Returns code once it has loaded, and undefined until then. The control that is drawn with it has the id of its
 * stand-in. If the stand-in has the focus, the control gets it, with the caret, and what was typed is typed into it
 * again, so that it is searched for. A stand-in whose list is open, or in which an input method is at work, stays until
 * that is over or it is left; put `onLeft` on it. A browser that saves data loads it once the stand-in gets the focus, or
 * without one once `isUsed`.
 */
export function useLazyCode<Code>(
  { loaded, preload }: LazyCode<Code>,
  standIn: RefObject<StandIn | null>,
  isUsed = false,
): { readonly code: Code | undefined; readonly onLeft: () => void } {
  // In an object, because React would call a state that is a function.
  const [found, setFound] = useState<{ code: Code | undefined }>(() => ({ code: loaded() }))
  const waiting = useRef(false)
  const onLeft = () => {
    if (waiting.current) setFound({ code: loaded() })
  }
  useEffect(() => {
    if (found.code) return
    const use = watch(standIn)
    let gone = false
    const arrived = (code: Code) => {
      if (gone) return
      waiting.current = !use.end(() => flushSync(() => setFound({ code })))
      if (waiting.current) use.onFree(() => arrived(code))
    }
    // Without a network the stand-in stays. It can answer the question too.
    const begin = () => void preload().then(arrived, () => {})
    if (isUsed || !savesData()) begin()
    else use.onUsed(begin)
    return () => {
      gone = true
      use.stop()
    }
  }, [found.code, preload, standIn, isUsed])
  return { code: found.code, onLeft }
}

/** Notes how a stand-in is used, so that its use can go on in the control that replaces it. */
function watch({ current }: RefObject<StandIn | null>) {
  const ended = new AbortController()
  let isTyped = false
  let isComposing = false
  const on = (name: string, listen: () => void) => current?.addEventListener(name, listen, ended)
  on('input', () => (isTyped = true))
  on('compositionstart', () => (isComposing = true))
  on('compositionend', () => (isComposing = false))
  return {
    stop: () => ended.abort(),
    onUsed: (act: () => void) => on('focus', act),
    onFree: (act: () => void) => {
      for (const name of ['compositionend', 'change']) on(name, () => setTimeout(act))
    },
    /** Replaces the stand-in and returns true, or returns false if it cannot be replaced now. */
    end(replace: () => void): boolean {
      const before = current
      if (before === null || document.activeElement !== before) {
        replace() // at once, because the stand-in may get the focus at any moment
        return true
      }
      if (isComposing || isListOpen(before)) return false
      const caret = before instanceof HTMLInputElement ? before : undefined
      const { value } = before
      const place = [caret?.selectionStart ?? null, caret?.selectionEnd ?? null] as const
      replace()
      const control = document.getElementById(before.id)
      control?.focus({ preventScroll: true })
      if (!caret || !(control instanceof HTMLInputElement)) return true
      if (isTyped) typeAgain(control, value)
      control.setSelectionRange(...place)
      return true
    },
  }
}

/** A browser that cannot tell whether a list is open keeps it until it is left. */
const isListOpen = (control: StandIn) =>
  control instanceof HTMLSelectElement && (!CSS.supports('selector(:open)') || control.matches(':open'))

function typeAgain(box: HTMLInputElement, value: string): void {
  box.value = '' // React remembers this as the value before
  // Not through the property that React has put on the box, because it would remember this too.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value)
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}
