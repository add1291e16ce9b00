import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Combobox } from './combobox.tsx'
import { combobox, fetchCombobox } from './fetch-combobox.ts'

/**
 * The combobox once it has been fetched; undefined until then, and for as long as it cannot be. It does not take the place of a control
 * the person is in: `onLeft` belongs on that control.
 */
export function useComboboxOnceHere(standIn: RefObject<HTMLElement | null>) {
  // In an object, because a state that is a function would be called.
  const [here, setHere] = useState<{ Box: typeof Combobox | undefined }>(() => ({ Box: combobox() }))
  const waiting = useRef(false)
  const onLeft = () => waiting.current && setHere({ Box: combobox() })
  useEffect(() => {
    if (here.Box) return
    let gone = false
    const arrived = (Box: typeof Combobox) => {
      if (gone) return
      if (document.activeElement === standIn.current) waiting.current = true
      else setHere({ Box })
    }
    // Without a network the control that stands in stays, which answers the question as well.
    fetchCombobox().then(arrived, () => {})
    return () => {
      gone = true
    }
  }, [here.Box, standIn])
  return { Box: here.Box, onLeft }
}
