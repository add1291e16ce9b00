import { Anchor, Close, Content, Portal, Root, Title } from '@radix-ui/react-popover'
import type { ReactNode, RefObject } from 'react'
import { say } from '../../engine/index.ts'
import { IconButton } from './button.tsx'
import styles from './floating.module.css'

type PopoverWindowProps = {
  open: boolean
  onClose: () => void
  /** The button it belongs to. The window opens below the button and returns the focus to it. */
  anchor: RefObject<HTMLButtonElement | null>
  header: ReactNode
  children: ReactNode
}

/** The large part of `PopoverButton`, which loads it on first open. */
export function PopoverWindow({ open, onClose, anchor, header, children }: PopoverWindowProps) {
  /** The button handles presses on itself. Handling them here too would close the window and reopen it at once. */
  const leaveToButton = (event: Event) => {
    if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
  }
  const giveBackFocus = (event: Event) => {
    event.preventDefault()
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) anchor.current?.focus()
  }
  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Anchor virtualRef={anchor} />
      <Portal>
        <Content
          className={styles.popover}
          align="end"
          sideOffset={8}
          collisionPadding={16}
          onInteractOutside={leaveToButton}
          onCloseAutoFocus={giveBackFocus}
        >
          <div className={styles.popoverHead}>
            <Title asChild>
              <h2>{header}</h2>
            </Title>
            <Close asChild>
              <IconButton icon="cross" label={say('Close')} />
            </Close>
          </div>
          <div className={styles.popoverContent}>{children}</div>
        </Content>
      </Portal>
    </Root>
  )
}
