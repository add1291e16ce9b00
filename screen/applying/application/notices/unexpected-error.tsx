import { useState } from 'react'
import { ownErrors } from '../../../../api/browser.ts'
import { Button, Dialog, LinkButton, Notice } from '../../../parts/index.ts'

/**
 * Reports an error in rendering a page (requirement 8.uncaught.1). After closing the dialog, the person can go to other
 * pages or try this one again.
 */
export function UnexpectedError({ onRetry }: { onRetry: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Notice kind="stop" title="We couldn’t show this page.">
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
