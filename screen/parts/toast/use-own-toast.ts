import { useEffect, useMemo, useRef } from 'react'
import type { ToastMessage } from './toast-message.ts'
import { useToast } from './use-toast.ts'

export type OwnToast = {
  /** Replaces the previous toast. */
  show(message: ToastMessage): void
  close(): void
}

/** The toast of one component, at most one at a time. It closes when the component unmounts, or earlier by `close`. */
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
