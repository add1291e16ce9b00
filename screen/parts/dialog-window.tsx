import { Close, Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, useId, useRef } from 'react'
import { say } from '../../engine/index.ts'
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

/**
 * The large part of `Dialog`, which loads it on first open. The description is part of its name: of a window that takes
 * the focus Orca reads all that is in it, and then what `aria-describedby` names once more.
 */
export function DialogWindow({
  open,
  onClose,
  header,
  description,
  size = 'xs',
  actions,
  children,
}: DialogWindowProps) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  const id = useId()

  /** The window itself takes the focus, so that its title is read first and a stray Enter presses no button. */
  const takeFocus = (event: Event) => {
    event.preventDefault()
    before.current = document.activeElement
    content.current?.focus()
  }
  const giveBackFocus = (event: Event) => {
    event.preventDefault()
    // The action in the dialog may have moved the focus already.
    const isNowhere = document.activeElement === null || document.activeElement === document.body
    if (!isNowhere) return
    // The element that opened it may be gone, or it opened by itself. Then focus the heading, so that Tab starts from
    // the top of the page.
    const isThere = before.current?.isConnected && before.current !== document.body
    const place = isThere ? before.current : document.querySelector('h1')
    if (place instanceof HTMLElement) place.focus({ preventScroll: place !== before.current })
  }

  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <Overlay className={styles.overlay} />
        <Content
          ref={content}
          className={classNames(styles.dialog, styles[size])}
          aria-modal="true"
          aria-labelledby={`${id}-title${description ? ` ${id}-description` : ''}`}
          aria-describedby={undefined}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={giveBackFocus}
        >
          <div className={styles.head}>
            <Title>
              <span id={`${id}-title`}>{header}</span>
            </Title>
            <Close asChild>
              <IconButton icon="cross" label={say('Close')} className={styles.close} />
            </Close>
          </div>
          {description && (
            <div id={`${id}-description`} className={styles.description}>
              {description}
            </div>
          )}
          {children && <div className={styles.content}>{children}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </Content>
      </Portal>
    </Root>
  )
}
