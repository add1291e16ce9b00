import { Button, useAction } from '../../../parts/index.ts'
import { useApplicant, useSnapshot, useTellNotSaved } from '../applicant/applicant-context.ts'

/**
 * Shows the PDF of what is saved, marked as a draft, in a new tab, which must be there before anything is sent, or
 * browsers block it. A visitor, whose answers are nowhere but here, gets no button.
 */
export function DraftPdf() {
  const { store, queue, call } = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const tellNotSaved = useTellNotSaved()
  const [busy, open] = useAction(async () => {
    const tab = window.open('', '_blank')
    try {
      store.commitAll()
      if (!(await queue.flush())) {
        tab?.close()
        tellNotSaved()
        return
      }
      const { url } = await call('draftPdf')
      if (tab) {
        tab.opener = null
        tab.location.replace(url)
      } else window.location.assign(url)
    } catch (error) {
      tab?.close()
      throw error
    }
  })
  if (!is_logged_in) return null
  return (
    <Button variant="quiet" flush="start" busy={busy} onClick={open}>
      See a draft of your PDF
    </Button>
  )
}
