import { ownErrors } from '../../../api/browser.ts'
import { Button, Dialog } from '../../parts/index.ts'

/** Explains why part of the page cannot change now (requirements 4.tabs.2 and 4.tabs.3). */
export function UploadInProgress({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      header="File Upload in Progress"
      description={ownErrors.conversion_running.message}
      actions={<Button onClick={onClose}>OK</Button>}
    />
  )
}
