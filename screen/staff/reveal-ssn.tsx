import { type SubmitEvent, useEffect, useState } from 'react'
import { pageData } from '../client/index.ts'
import { Button, Notice, useAction } from '../parts/index.ts'
import { useLocation } from '../router/index.ts'
import { StaffError, sentenceOf, staffCall } from './staff-call.ts'
import { StaffActions, StaffInput } from './staff-field.tsx'

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
      setProblem(error instanceof StaffError ? error : new StaffError('unexpected', sentenceOf(error)))
    }
  })
  useEffect(() => {
    if (ssn === undefined) return undefined
    const hiding = setTimeout(() => setSsn(undefined), SHOWN)
    return () => clearTimeout(hiding)
  }, [ssn])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    reveal()
  }
  return (
    <section>
      <h2>Social Security number</h2>
      {ssn === undefined ? (
        <form onSubmit={submit}>
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
        </form>
      ) : (
        <>
          <p role="status">{ssn === '' ? 'None was given.' : <strong>{ssn}</strong>}</p>
          <StaffActions>
            <Button variant="outline" onClick={() => setSsn(undefined)}>
              Hide
            </Button>
          </StaffActions>
        </>
      )}
      {problem && (
        <Notice kind="error" role="alert">
          <p>{problem.message}</p>
          {problem.code === 'old_sign_in' && <SignInAgain />}
        </Notice>
      )}
    </section>
  )
}

function SignInAgain() {
  const { pathname, search } = useLocation()
  if (!pageData().staff_provider) return <p>Ask the operator for another sign-in link, and open it in this browser.</p>
  return (
    <p>
      <a href={`/staff/sign-in?${new URLSearchParams({ return: pathname + search, fresh: '1' })}`}>Sign in again</a>
    </p>
  )
}
