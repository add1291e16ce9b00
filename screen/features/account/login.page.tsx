import { Link, useNavigate } from 'react-router'
import { loginForm } from '../../../form/index.ts'
import { call } from '../../client/index.ts'
import { AccountCard } from './account-card.tsx'
import styles from './login.module.css'
import { ResendCode } from './resend-code.tsx'
import { useCarried } from './use-carried.ts'

/** /login; why one has to log in again comes in navigation state (specification §2). */
export function LoginPage() {
  const { username, errorMessage, onward } = useCarried()
  const navigate = useNavigate()
  return (
    <AccountCard
      form={loginForm}
      name="Login Card"
      filled={{ username }}
      notice={errorMessage}
      beforeSubmit={
        <div className={styles.links}>
          <Link to="/forgot" state={onward}>
            Forgot password?
          </Link>
          <ResendCode onward={onward}>Resend confirmation code?</ResendCode>
        </div>
      }
      foot={
        <p>
          New here?{' '}
          <Link to="/signup" state={onward}>
            Sign Up
          </Link>
        </p>
      }
      onSubmit={async (read) => {
        await call('login', { username: read('username'), password: read('password') })
        await navigate('/about', { state: onward })
      }}
    />
  )
}
