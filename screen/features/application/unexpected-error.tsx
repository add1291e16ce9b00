import { useState } from 'react'
import { ownErrors } from '../../../api/browser.ts'
import { Button, Dialog, LinkButton, Notice } from '../../parts/index.ts'

/**
 * An error of drawing a page, over what is still good of it (requirement 8.uncaught.1). Closed, it leaves the way to
 * the other pages free, and the offer to draw this one again.
 */
export function UnexpectedError({ onRetry }: { onRetry: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Notice kind="stop" title="This page could not be shown.">
        <LinkButton onClick={onRetry}>Try again</LinkButton>
      </Notice>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        header="Unexpected Error"
        description={ownErrors.unexpected.message}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </>
  )
}
