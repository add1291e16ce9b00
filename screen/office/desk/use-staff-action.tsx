import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { say } from '../../../engine/index.ts'
import { pageData } from '../../client/index.ts'
import { marked, Notice, useAction } from '../../parts/index.ts'
import { useLocation } from '../../router/index.ts'
import { type Outcome, OutcomeNotice } from './bulk-change.tsx'
import { asStaffError, type StaffError } from './staff-call.ts'

/** A call that a person makes on a page, one at a time, and what came of it. Then these queries are read again. */
export function useStaffAction(...keys: readonly string[]) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<StaffError>()
  const [busy, run] = useAction(async (call: () => Promise<{ readonly message: string }>) => {
    setOutcome(undefined)
    setProblem(undefined)
    try {
      setOutcome({ text: (await call()).message, isError: false })
    } catch (error) {
      setProblem(asStaffError(error))
    }
    for (const key of keys) await queries.invalidateQueries({ queryKey: [key] })
  })
  const notices = (
    <>
      <OutcomeNotice outcome={outcome} />
      <RefusalNotice problem={problem} />
    </>
  )
  return { busy, run, notices }
}

/** Why a call was refused, and the way to a fresh sign-in if that is what it needs. */
export const RefusalNotice = ({ problem }: { problem: StaffError | undefined }) =>
  problem && (
    <Notice kind="error" role="alert">
      <p>{marked(problem.message)}</p>
      {problem.code === 'old_sign_in' && <SignInAgain />}
    </Notice>
  )

/** How to prove again who one is, and come back to this page. */
function SignInAgain() {
  const { pathname, search } = useLocation()
  if (!pageData().staff_provider)
    return <p>{say('Ask the operator for another sign-in link, and open it in this browser.')}</p>
  return (
    <p>
      <a href={`/staff/sign-in?${new URLSearchParams({ return: pathname + search, fresh: '1' })}`}>
        {say('Sign in again')}
      </a>
    </p>
  )
}
