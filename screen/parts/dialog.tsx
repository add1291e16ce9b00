import type { ReactNode } from 'react'
import { say } from '../../engine/index.ts'
import { Button } from './button.tsx'
import type { DialogWindowProps } from './dialog-window.tsx'
import { ContentBoundary } from './error-boundary.tsx'
import styles from './floating.module.css'
import { Floating } from './floating.tsx'
import { suspendingPart } from './lazy-part.tsx'

// It may report that the network is gone.
const DialogWindow = suspendingPart(async () => (await import('./dialog-window.tsx')).DialogWindow, true)

type DialogProps = Omit<DialogWindowProps, 'header' | 'children'> & {
  header?: ReactNode
  children?: ReactNode
}

/**
 * A modal window (requirements 2.modal). While it is open, the page behind it neither scrolls nor takes focus. Escape,
 * the close button and a press outside call `onClose`. When it closes, focus returns to where it was. Keep it mounted
 * and switch `open`. An error in its content stays inside it.
 */
export function Dialog({ header = say('Error'), children, ...rest }: DialogProps) {
  const content = children === undefined ? null : <ContentBoundary>{children}</ContentBoundary>
  return (
    <Floating open={rest.open} plainly={<Plainly {...rest} header={header} content={content} />}>
      <DialogWindow {...rest} header={header}>
        {content}
      </DialogWindow>
    </Floating>
  )
}

function Plainly({
  header,
  description,
  content,
  actions,
  onClose,
}: Omit<DialogProps, 'children'> & { content: ReactNode }) {
  return (
    <div className={styles.words} role="alert">
      <h2>{header}</h2>
      {description && <p>{description}</p>}
      {content}
      {actions}
      <Button variant="outline" onClick={onClose}>
        {say('Close')}
      </Button>
    </div>
  )
}
