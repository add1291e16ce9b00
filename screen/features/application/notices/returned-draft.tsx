import { useState } from 'react'
import { Button, Dialog } from '../../../parts/index.ts'
import { useApplicantDeps } from '../applicant/index.ts'

/** Asks before a visitor sees a draft on this device, because it may be somebody else's (Q41). */
export function ReturnedDraft() {
  const { applicant, onCleared } = useApplicantDeps()
  const { goOn } = applicant.visitorDraft
  const [erasing, setErasing] = useState(false)
  if (erasing) {
    return (
      <Dialog
        open
        onClose={() => setErasing(false)}
        header="Start over"
        description="Every answer in this draft is removed from this device. This cannot be undone."
        actions={
          <>
            <Button variant="danger" onClick={() => onCleared('discarded')}>
              Erase and start over
            </Button>
            <Button variant="outline" onClick={() => setErasing(false)}>
              Keep the draft
            </Button>
          </>
        }
      />
    )
  }
  return (
    <Dialog
      open
      onClose={goOn}
      header="Welcome back"
      description="This device keeps answers that were given here in the last 24 hours without signing in. If they are yours, go on with them."
      actions={
        <>
          <Button onClick={goOn}>Continue where you left off</Button>
          <Button variant="outline" onClick={() => setErasing(true)}>
            Start over
          </Button>
        </>
      }
    />
  )
}
