import { useEffect, useMemo, useRef } from 'react'
import type { ToastMessage } from './toast-message.ts'
import { useToast } from './use-toast.ts'

export type OwnToast = {
  /** Takes the place of the toast before it. */
  show(message: ToastMessage): void
  close(): void
}

/** The toast of one part of the screen, at most one at a time: it goes with the part, and as soon as what it says is over. */
export function useOwnToast(): OwnToast {
  const showToast = useToast()
  const closeLast = useRef(() => {})
  useEffect(() => () => closeLast.current(), [])
  return useMemo(
    () => ({
      show(message) {
        closeLast.current()
        closeLast.current = showToast(message)
      },
      close: () => closeLast.current(),
    }),
    [showToast],
  )
}
