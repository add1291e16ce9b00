import { useEffect, useState } from 'react'
import { Button, Status, useAction } from '../../parts/index.ts'
import styles from './desk.module.css'
import { asStaffError, type StaffError, staffCall } from './staff-call.ts'
import { StaffActions, StaffForm, StaffInput } from './staff-field.tsx'
import { RefusalNotice } from './use-staff-action.tsx'

const SHOWN = 60_000 // ms

/** Shows the Social Security number in full, for a reason, for a minute. */
export function RevealSsn({ id }: { id: string }) {
  const [reason, setReason] = useState('')
  const [ssn, setSsn] = useState<string>()
  const [problem, setProblem] = useState<StaffError>()
  const [busy, reveal] = useAction(async () => {
    try {
      setSsn((await staffCall('revealSsn', { reason }, id)).ssn)
      setProblem(undefined)
      setReason('')
    } catch (error) {
      setProblem(asStaffError(error))
    }
  })
  useEffect(() => {
    if (ssn === undefined) return undefined
    const hiding = setTimeout(() => setSsn(undefined), SHOWN)
    return () => clearTimeout(hiding)
  }, [ssn])
  return (
    <section className={styles.narrow}>
      <h2>Social Security number</h2>
      {ssn === undefined ? (
        <StaffForm onSend={reveal}>
          <StaffInput
            label="Why do you need it?"
            hint="The record will hold your name and this reason."
            required
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <StaffActions>
            <Button type="submit" variant="outline" busy={busy}>
              Show the number
            </Button>
          </StaffActions>
        </StaffForm>
      ) : (
        <>
          <Status as="p">{ssn === '' ? 'None was given.' : <strong translate="no">{ssn}</strong>}</Status>
          <StaffActions>
            <Button variant="outline" onClick={() => setSsn(undefined)}>
              Hide
            </Button>
          </StaffActions>
        </>
      )}
      <RefusalNotice problem={problem} />
    </section>
  )
}
