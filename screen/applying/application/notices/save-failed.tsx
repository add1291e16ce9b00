import { Button, Dialog } from '../../../parts/index.ts'

type SaveFailedProps = { open: boolean; busy: boolean; onRetry: () => void; onLeave: () => void; onStay: () => void }

/** Fetched together: the first page names few files. */
export { UnexpectedError } from './unexpected-error.tsx'

/** Shown when answers could not be saved before going to another page (requirement 2.navigation.20). */
export function SaveFailed({ open, busy, onRetry, onLeave, onStay }: SaveFailedProps) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      header="Your answers aren’t saved yet"
      description="We can’t save your answers right now. They’re safe on this device, and we’ll save them as soon as we can."
      actions={
        <>
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
          <Button variant="outline" onClick={onLeave}>
            Continue anyway
          </Button>
        </>
      }
    />
  )
}
