import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { say } from '../../engine/index.ts'
import { Button } from './button.tsx'
import { Floating } from './floating.tsx'
import { suspendingPart } from './lazy-part.tsx'
import { Notice } from './notice.tsx'
import { marked } from './text.tsx'
import { duration, type ShownToast, type ToastMessage } from './toast-message.ts'

// It may report that the network is gone.
const ToastList = suspendingPart(async () => (await import('./toast-list.tsx')).ToastList, true)

/**
 * Shows the toasts requested with `useToast` by any component inside it. Repeating a message shows it once and restarts
 * its timer. An error takes the place of a success; it stays until its own code or the person removes it. On a phone,
 * where two would hide the page, a new toast takes the place of each that the page repeats or that could be read; one
 * that is said nowhere else and could not be read yet stays beside it.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const shownSoFar = useRef(0)

  const returnedAt = useReturnedAt()

  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const showToast = useCallback(
    (message: ToastMessage) => {
      shownSoFar.current += 1
      const toast = complete(message, shownSoFar.current)
      const isPhone = window.matchMedia(PHONE).matches
      const isRead = ({ at }: ShownToast) =>
        !document.hidden && toast.at - Math.max(at, returnedAt.current) >= duration.success
      const makesRoom = (earlier: ShownToast) => isPhone && (earlier.isRepeated || isRead(earlier))
      setToasts((shown) => [...shown.filter((each) => !isOver(each, toast) && !makesRoom(each)), toast])
      return () => close(toast.id)
    },
    [close, returnedAt],
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

/** Where toasts are at the bottom, over the page (floating.module.css). */
const PHONE = '(width < 675px)'

/** When the person came back to the tab: what was shown while they were away could not be read. */
function useReturnedAt() {
  const at = useRef(0)
  useEffect(() => {
    const note = () => {
      at.current = Date.now()
    }
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  return at
}

function complete(message: ToastMessage, id: number): ShownToast {
  const { severity, text, isRepeated = false, onClose = () => {} } = message
  const [usualTitle, usualLabel] =
    severity === 'success' ? [say('Success'), say('Success Notification')] : [say('Error'), say('Error Notification')]
  const { title = usualTitle, label = usualLabel } = message
  return { id, severity, text, title, label, isRepeated, onClose, at: Date.now() }
}

function isOver(earlier: ShownToast, next: ShownToast): boolean {
  const isRefuted = earlier.severity === 'success' && next.severity === 'error'
  return isRefuted || (earlier.title === next.title && earlier.text === next.text)
}

function plainly({ id, severity, title, text }: ShownToast, close: (id: number) => void) {
  return (
    <Notice key={id} kind={severity === 'error' ? 'stop' : 'plain'} title={marked(title)} role="alert">
      <p>{marked(text)}</p>
      <Button variant="quiet" size="small" flush="start" onClick={() => close(id)}>
        {say('Close')}
      </Button>
    </Notice>
  )
}

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

/** Shows a toast and returns a function that removes it early. */
export type ShowToast = (message: ToastMessage) => () => void

const ToastContext = createContext<ShowToast | undefined>(undefined)

/** Returns the function that shows a toast; its identity is stable across renders. Throws outside a `ToastProvider`. */
export function useToast(): ShowToast {
  const showToast = useContext(ToastContext)
  if (!showToast) throw new Error('useToast needs a ToastProvider above it.')
  return showToast
}
