import { pageData } from '../../client/index.ts'
import { Notice } from '../../parts/index.ts'
import { useLocation } from '../../router/index.ts'
import type { StaffError } from './staff-call.ts'

/** Why a call was refused, and the way to a fresh sign-in if that is what it needs. */
export const RefusalNotice = ({ problem }: { problem: StaffError | undefined }) =>
  problem && (
    <Notice kind="error" role="alert">
      <p>{problem.message}</p>
      {problem.code === 'old_sign_in' && <SignInAgain />}
    </Notice>
  )

/** How to prove again who one is, and come back to this page. */
function SignInAgain() {
  const { pathname, search } = useLocation()
  if (!pageData().staff_provider) return <p>Ask the operator for another sign-in link, and open it in this browser.</p>
  return (
    <p>
      <a href={`/staff/sign-in?${new URLSearchParams({ return: pathname + search, fresh: '1' })}`}>Sign in again</a>
    </p>
  )
}
