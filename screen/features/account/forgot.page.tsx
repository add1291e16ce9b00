import { Link } from 'react-router'
import { forgotForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { useToast } from '../../parts/index.ts'
import { AccountCard } from './account-card.tsx'
import { useNavigationState } from './use-navigation-state.ts'

/** /forgot (requirement 2.routes.11). */
export function ForgotPage() {
  const { username, onward } = useNavigationState()
  const showToast = useToast()
  return (
    <AccountCard
      form={forgotForm}
      name="Forgot Password Card"
      filled={{ username }}
      lead="We send you an email with a link to choose a new password."
      foot={
        <p>
          Remembered it?{' '}
          <Link to="/login" state={onward}>
            Log In
          </Link>
        </p>
      }
      onSubmit={async (read) => {
        const { message } = await call('forgotPassword', { username: read('username') })
        showToast({ severity: 'success', text: message })
      }}
    />
  )
}
