import { useState } from 'react'
import type { StaffReply } from '../../../../api/index.ts'
import { say } from '../../../../engine/index.ts'
import { Button, Status } from '../../../parts/index.ts'
import { formatTime } from '../labels.ts'
import { asStaffError, type StaffError, staffCall } from '../staff-call.ts'
import { StaffActions, StaffInput } from '../staff-field.tsx'
import { StaffSection } from '../staff-page.tsx'
import { RefusalNotice } from '../use-staff-action.tsx'

/** Makes a link to a preview of the draft, to open and to send to colleagues. */
export function PreviewLink() {
  const [made, setMade] = useState<StaffReply<'previewForm'>>()
  const [problem, setProblem] = useState<StaffError>()
  const make = async () => {
    setProblem(undefined)
    try {
      setMade(await staffCall('previewForm', {}))
    } catch (error) {
      setProblem(asStaffError(error))
    }
  }
  return (
    <StaffSection title={say('Preview')} narrow>
      <p>{say('The real pages, the PDF and the mails, with the draft, as five made-up applicants.')}</p>
      <RefusalNotice problem={problem} />
      <StaffActions>
        <Button variant="outline" onClick={() => void make()}>
          {say('Make a link to a preview')}
        </Button>
      </StaffActions>
      <Status>
        {made && (
          <p>
            {say('The link is made. Whoever has it sees the draft, until {time}.', { time: formatTime(made.until) })}
          </p>
        )}
      </Status>
      {made && (
        <>
          <p>
            <a href={made.link} target="_blank" rel="noreferrer">
              {say('Open the preview')}
            </a>
          </p>
          <StaffInput
            label={say('Link for colleagues')}
            readOnly
            value={made.link}
            onChange={() => {}}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </>
      )}
    </StaffSection>
  )
}
