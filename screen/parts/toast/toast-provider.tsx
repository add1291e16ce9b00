import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Floating } from '../floating.tsx'
import { suspendingPart } from '../lazy/lazy-part.tsx'
import { Notice } from '../notice.tsx'
import type { ShownToast, ToastMessage } from './toast-message.ts'
import { ToastContext } from './use-toast.ts'

// It may report that the network is gone.
const ToastList = suspendingPart(async () => (await import('./toast-list.tsx')).ToastList, true)

/**
 * Shows the toasts requested with `useToast` by any component inside it. Repeating a message shows it once and restarts
 * its timer. An error takes the place of a success; it stays until its own code or the person removes it.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const shownSoFar = useRef(0)

  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const showToast = useCallback(
    (message: ToastMessage) => {
      shownSoFar.current += 1
      const toast = complete(message, shownSoFar.current)
      setToasts((shown) => [...shown.filter((earlier) => !isOver(earlier, toast)), toast])
      return () => close(toast.id)
    },
    [close],
  )

  const dismiss = (id: number) => {
    close(id)
    toasts.find((toast) => toast.id === id)?.onClose()
  }

  return (
    <ToastContext value={showToast}>
      {children}
      <Floating open={toasts.length > 0} plainly={toasts.map((toast) => plainly(toast, dismiss))}>
        <ToastList toasts={toasts} onClose={dismiss} />
      </Floating>
    </ToastContext>
  )
}

function complete({ severity, title, text, label, onClose = () => {} }: ToastMessage, id: number): ShownToast {
  const usualTitle = { success: 'Success', error: 'Error' }[severity]
  return { id, severity, text, title: title ?? usualTitle, label: label ?? `${usualTitle} Notification`, onClose }
}

function isOver(earlier: ShownToast, next: ShownToast): boolean {
  const isRefuted = earlier.severity === 'success' && next.severity === 'error'
  return isRefuted || (earlier.title === next.title && earlier.text === next.text)
}

function plainly({ id, severity, title, text }: ShownToast, close: (id: number) => void) {
  return (
    <Notice key={id} kind={severity === 'error' ? 'stop' : 'plain'} title={title} role="alert">
      <p>{text}</p>
      <Button variant="quiet" size="small" flush="start" onClick={() => close(id)}>
        Close
      </Button>
    </Notice>
  )
}
