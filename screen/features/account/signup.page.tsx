import { Link, useNavigate } from 'react-router'
import { questionsByKey } from '../../../engine/index.ts'
import { signUpForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { AccountCard } from './account-card.tsx'
import { PasswordRules } from './password-rules.tsx'
import { useNavigationState } from './use-navigation-state.ts'

const password = questionsByKey(signUpForm).get('password')

/** /signup (requirement 2.routes.6). */
export function SignUpPage() {
  const { answers, onward } = useNavigationState()
  const navigate = useNavigate()
  return (
    <AccountCard
      form={signUpForm}
      name="Sign Up Card"
      lead={answers && 'The answers you have given so far come with you.'}
      under={{ password: password && <PasswordRules question={password} /> }}
      foot={
        <p>
          Already have an account?{' '}
          <Link to="/login" state={onward}>
            Log In
          </Link>
        </p>
      }
      onSubmit={async (read) => {
        const username = read('username')
        const { message } = await call('signup', { username, password: read('password') })
        await navigate('/confirm', { state: { ...onward, username, successMessage: message } })
      }}
    />
  )
}
