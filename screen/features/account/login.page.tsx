import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AnswerMap } from '../../../engine/index.ts'
import { firstPath, loginForm, loginWithCodeForm } from '../../../form/index.ts'
import { CallError, call } from '../../client/index.ts'
import { AccountCard } from './account-card.tsx'
import styles from './login.module.css'
import { ResendCode } from './resend-code.tsx'
import { useNavigationState } from './use-navigation-state.ts'

/** /login; navigation state says why the person must log in again (2.routes.10). */
export function LoginPage() {
  const { username, errorMessage, onward } = useNavigationState()
  const navigate = useNavigate()
  const [withCode, setWithCode] = useState<{ readonly filled: AnswerMap; readonly notice: string }>()
  return (
    <AccountCard
      key={withCode ? 'with a code' : 'with a password'}
      form={withCode ? loginWithCodeForm : loginForm}
      name="Login Card"
      filled={withCode?.filled ?? { username }}
      notice={withCode?.notice ?? errorMessage}
      focus={withCode && 'code'}
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
        const given = { username: read('username'), password: read('password') }
        const code = read('code').trim()
        try {
          await call('login', { ...given, ...(code !== '' && { code }) })
          await navigate(firstPath, { state: onward })
        } catch (error) {
          if (!(error instanceof CallError && error.code === 'login_code_needed')) throw error
          setWithCode({ filled: given, notice: error.message })
        }
      }}
    />
  )
}
