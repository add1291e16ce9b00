import { ownErrors } from '../../../api/browser.ts'
import { say } from '../../../engine/index.ts'
import { Button, Dialog } from '../../parts/index.ts'

/** Explains why part of the page cannot change now (requirements 4.tabs.2 and 4.tabs.3). */
export function UploadInProgress({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      header={say('File Upload in Progress')}
      description={say(ownErrors.conversion_running.message)}
      actions={<Button onClick={onClose}>{say('OK')}</Button>}
    />
  )
}
