import { Button, Dialog } from '../../../parts/index.ts'

type SaveFailedProps = { open: boolean; busy: boolean; onRetry: () => void; onLeave: () => void; onStay: () => void }

/** Shown when answers could not be saved before going to another page (requirement 2.navigation.20). */
export function SaveFailed({ open, busy, onRetry, onLeave, onStay }: SaveFailedProps) {
  return (
    <Dialog
      open={open}
      onClose={onStay}
      header="Your answers are not saved yet"
      description="The server cannot be reached or could not take them. You can try again, or go on: your answers stay on this device and are sent as soon as it works."
      actions={
        <>
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
          <Button variant="outline" onClick={onLeave}>
            Go on, keep them on this device
          </Button>
        </>
      }
    />
  )
}
