import { Anchor, Close, Content, Portal, Root, Title } from '@radix-ui/react-popover'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from '../icon-button.tsx'
import styles from './popover-window.module.css'

type PopoverWindowProps = {
  open: boolean
  onClose: () => void
  /** The button it belongs to: it opens below it, and gives the focus back to it. */
  anchor: RefObject<HTMLButtonElement | null>
  header: ReactNode
  children: ReactNode
}

/** The heavy half of `PopoverButton`, which fetches it when first opened. */
export function PopoverWindow({ open, onClose, anchor, header, children }: PopoverWindowProps) {
  /** A press on the button itself is the button's own affair: it would close here and open again there. */
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
          <div className={styles.head}>
            <Title asChild>
              <h2>{header}</h2>
            </Title>
            <Close asChild>
              <IconButton icon="cross" label="Close" />
            </Close>
          </div>
          <div className={styles.content}>{children}</div>
        </Content>
      </Portal>
    </Root>
  )
}
