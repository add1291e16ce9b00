import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { ContentBoundary } from './error-boundary.tsx'
import { Floating } from './floating.tsx'
import { suspendingPart } from './lazy-part.tsx'

const PopoverWindow = suspendingPart(async () => (await import('./popover-window.tsx')).PopoverWindow, true)

type PopoverButtonProps = {
  /** The button that opens and closes the popover. */
  button: Omit<ButtonProps, 'ref' | 'onClick' | 'aria-expanded' | 'aria-haspopup'>
  header: ReactNode
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a small window next to itself. The window's close button, Escape and a press elsewhere close it.
 */
export function PopoverButton({ button, header, children }: PopoverButtonProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const content = <ContentBoundary>{children(close)}</ContentBoundary>
  return (
    <>
      <Button {...button} ref={anchor} aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)} />
      <Floating open={open} plainly={content}>
        <PopoverWindow open={open} onClose={close} anchor={anchor} header={header}>
          {content}
        </PopoverWindow>
      </Floating>
    </>
  )
}
