import { Link, useNavigate, useSearchParams } from 'react-router'
import { questionsByKey } from '../../../engine/index.ts'
import { resetForm } from '../../../form/index.ts'
import { CallError, call } from '../../client/index.ts'
import { AccountCard } from './account-card.tsx'
import { PasswordRules } from './password-rules.tsx'

const questions = questionsByKey(resetForm)
const password = questions.get('password')
const confirmPassword = questions.get('confirm_password')

/** /reset, opened from the link in an email, with username and id (2.routes.13), even for people who are signed in. */
export function ResetPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (
    <AccountCard
      form={resetForm}
      name="Reset Password Card"
      filled={{ username: query.get('username') ?? '' }}
      under={{
        password: password && <PasswordRules question={password} others={confirmPassword ? [confirmPassword] : []} />,
      }}
      foot={
        <>
          <p>
            Remembered it? <Link to="/login">Log In</Link>
          </p>
          <p>
            Has the link been used or expired? <Link to="/forgot">Ask for a new one</Link>
          </p>
        </>
      }
      onSubmit={async (read) => {
        const username = read('username')
        try {
          const { message } = await call('resetPassword', {
            username,
            password: read('password'),
            confirm_password: read('confirm_password'),
            id: query.get('id') ?? '',
          })
          // Replacing the entry removes the id from the URL and the history.
          await navigate('/login', { replace: true, state: { username, successMessage: message } })
        } catch (error) {
          if (error instanceof CallError && (error.code === 'used_link' || error.code === 'expired_link'))
            await navigate({ search: `?${new URLSearchParams({ username })}` }, { replace: true }) // the id is used up
          throw error
        }
      }}
    />
  )
}
