import type { ReactNode } from 'react'
import { Button, Dialog } from '../../parts/index.ts'

type AskFirstProps = {
  open: boolean
  /** The confirmed action is running and can no longer be canceled. */
  busy: boolean
  header: ReactNode
  /** What will be lost. */
  description: string
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
}

/** Asks for confirmation before answers are removed (Q26, Q27). */
export function AskFirst({ open, busy, header, description, yes, no, onYes, onNo }: AskFirstProps) {
  const refuse = () => !busy && onNo()
  return (
    <Dialog
      open={open}
      onClose={refuse}
      header={header}
      description={description}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={onYes}>
            {yes}
          </Button>
          <Button variant="outline" onClick={refuse}>
            {no}
          </Button>
        </>
      }
    />
  )
}
