import { useState } from 'react'
import { Button } from '../../parts/index.ts'
import { saveFile } from './save-file.ts'
import { staffCall } from './staff-call.ts'
import { StaffActions, StaffForm, StaffInput } from './staff-field.tsx'
import { StaffSection } from './staff-page.tsx'
import { useStaffAction } from './use-staff-action.tsx'

/** Makes the file that the applicant's own Your Data has, for somebody who asks for it by letter. */
export function HeldData({ id, reference }: { id: string; reference: string | null }) {
  const [reason, setReason] = useState('')
  const action = useStaffAction()
  const make = async () => {
    const held = await staffCall('makeHeldData', { reason }, id)
    const file = new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' })
    saveFile(`held-data-${reference ?? id}.json`, file)
    setReason('')
    return { message: 'The file is in your downloads. Give it to nobody but the applicant.' }
  }
  const submit = () => {
    action.run(make)
  }
  return (
    <StaffSection title="Everything held" narrow>
      <StaffForm onSend={submit}>
        <StaffInput
          label="Who asks for the file?"
          hint="Such as “her letter of November 20”. The record will hold your name and this."
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <StaffActions>
          <Button type="submit" variant="outline" busy={action.busy}>
            Make the file
          </Button>
        </StaffActions>
      </StaffForm>
      {action.notices}
    </StaffSection>
  )
}
