import { createContext, useContext } from 'react'
import type { ToastMessage } from './toast-message.ts'

/** Shows a toast and returns a function that removes it early. */
export type ShowToast = (message: ToastMessage) => () => void

export const ToastContext = createContext<ShowToast | undefined>(undefined)

/** Returns the function that shows a toast; its identity is stable across renders. Throws outside a `ToastProvider`. */
export function useToast(): ShowToast {
  const showToast = useContext(ToastContext)
  if (!showToast) throw new Error('useToast needs a ToastProvider above it.')
  return showToast
}
