import { ownErrors } from '../../../api/browser.ts'
import { Button, Dialog } from '../../parts/index.ts'

/** An error of drawing a page, over what is still good of it (specification §8). */
export function UnexpectedError({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      header="Unexpected Error"
      description={ownErrors.unexpected.message}
      actions={<Button onClick={onClose}>Try again</Button>}
    />
  )
}
