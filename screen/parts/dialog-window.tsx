import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './floating.module.css'
import { classNames } from './text.tsx'

export type DialogWindowProps = {
  open: boolean
  /** Called when the person asks to close the window. */
  onClose: () => void
  header: ReactNode
  description?: ReactNode
  /**
   * Maximum widths: xs 30rem, s 60rem, m 80vw; on a tablet xs 30rem, s 70vw, m 90vw (requirements 2.modal.5 and
   * 2.modal.6).
   */
  size?: 'xs' | 's' | 'm' | undefined
  /** The buttons in the last row. */
  actions?: ReactNode
  children: ReactNode
}

/** The large part of `Dialog`, which loads it on first open. */
export function DialogWindow({
  open,
  onClose,
  header,
  description,
  size = 'xs',
  actions,
  children,
}: DialogWindowProps) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)

  /**
   * No control takes the focus, so that a stray Enter presses nothing. What is in the window takes it, and not the window
   * itself, of which Orca would say no title but all that is in it, and then its description once more.
   */
  const takeFocus = (event: Event) => {
    event.preventDefault()
    before.current = document.activeElement
    place.current?.focus({ preventScroll: true })
  }
  const giveBackFocus = (event: Event) => {
    event.preventDefault()
    // The action in the dialog may have moved the focus already.
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    if (!isNowhere) return
    // The element that opened it may be gone, or it opened by itself. Then focus the heading, so that Tab starts from
    // the top of the page.
    const isThere = before.current?.isConnected && before.current !== document.body
    const next = isThere ? before.current : document.querySelector('h1')
    if (next instanceof HTMLElement) next.focus({ preventScroll: next !== before.current })
  }

  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <Overlay className={styles.overlay} />
        <Content
          className={classNames(styles.dialog, styles[size])}
          aria-modal="true"
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={giveBackFocus}
        >
          <div ref={place} tabIndex={-1} className={styles.inside}>
            <div className={styles.head}>
              <Title>{header}</Title>
              <Close asChild>
                <IconButton icon="cross" label="Close" className={styles.close} />
              </Close>
            </div>
            {description && (
              <Description asChild>
                <div className={styles.description}>{description}</div>
              </Description>
            )}
            {children && <div className={styles.content}>{children}</div>}
            {actions && <div className={styles.actions}>{actions}</div>}
          </div>
        </Content>
      </Portal>
    </Root>
  )
}
