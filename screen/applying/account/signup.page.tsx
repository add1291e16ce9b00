import { say } from '../../../engine/index.ts'
import { signUpForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { useNavigate } from '../../router/index.ts'
import { AccountCard, CardLink, useNavigationState } from './account-card.tsx'
import { ANSWERS_FOLLOW } from './card-frame.tsx'

/** /signup (requirement 2.routes.6). */
export function SignUpPage() {
  const { answers, username, onward } = useNavigationState()
  const navigate = useNavigate()
  return (
    <AccountCard
      form={signUpForm}
      errorTitle={say('Sign Up Card Error')}
      filled={{ username }}
      focus={username && 'password'}
      note={{ key: 'username', text: say('We’ll send your code here.') }}
      lead={answers ? say(ANSWERS_FOLLOW) : say('Create an account to save your answers.')}
      newPassword={['password']}
      foot={
        <p>
          <span>{say('Already have an account?')}</span> <CardLink to="/login">{say('Log in')}</CardLink>
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
