import { say } from '../../../../engine/index.ts'
import { Button, openInNewTab, useAction } from '../../../parts/index.ts'
import { useApplicant, useSnapshot, useTellNotSaved } from '../applicant/applicant-context.ts'

/** Shows the PDF of what is saved, marked as a draft. A visitor, whose answers are nowhere but here, gets no button. */
export function DraftPdf() {
  const { store, queue, call } = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const tellNotSaved = useTellNotSaved()
  const [busy, open] = useAction(() =>
    openInNewTab(async () => {
      store.commitAll()
      if (await queue.flush()) return (await call('draftPdf')).url
      tellNotSaved()
      return undefined
    }),
  )
  if (!is_logged_in) return null
  return (
    <Button variant="quiet" flush="start" busy={busy} onClick={open}>
      {say('See a draft of your PDF')}
    </Button>
  )
}
