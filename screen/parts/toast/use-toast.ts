import { createContext, useContext } from 'react'
import type { ToastMessage } from './toast-message.ts'

/** Shows a toast, and gives what takes it away before its time. */
export type ShowToast = (message: ToastMessage) => () => void

export const ToastContext = createContext<ShowToast | undefined>(undefined)

/** Gives the function that shows a toast; it stays the same from one drawing to the next. Throws outside a `ToastProvider`. */
export function useToast(): ShowToast {
  const showToast = useContext(ToastContext)
  if (!showToast) throw new Error('useToast needs a ToastProvider above it.')
  return showToast
}
