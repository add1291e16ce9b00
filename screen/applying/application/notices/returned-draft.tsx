import { useState } from 'react'
import { Button, Dialog } from '../../../parts/index.ts'
import { useApplicantDeps } from '../applicant/index.ts'

/** Asks before a visitor sees a draft on this device, because it may be somebody else's (Q41). */
export function ReturnedDraft() {
  const { applicant, onErased } = useApplicantDeps()
  const { goOn } = applicant.visitorDraft
  const [erasing, setErasing] = useState(false)
  if (erasing) {
    return (
      <Dialog
        open
        onClose={() => setErasing(false)}
        header="Start over"
        description="This removes every answer in the draft from this device. You can’t undo it."
        actions={
          <>
            <Button variant="danger" onClick={() => onErased('draft')}>
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
      description="We found an unfinished application on this device. Is it yours?"
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
