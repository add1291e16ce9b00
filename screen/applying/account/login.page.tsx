import { useState } from 'react'
import type { AnswerMap } from '../../../engine/index.ts'
import { language, say } from '../../../engine/index.ts'
import { firstPath, loginForm, loginWithCodeForm } from '../../../form/index.ts'
import { CallError, call, followLanguage, pageData } from '../../client/index.ts'
import { useNavigate } from '../../router/index.ts'
import styles from './account.module.css'
import { AccountCard, CardLink, useNavigationState } from './account-card.tsx'
import { ANSWERS_FOLLOW } from './card-frame.tsx'
import { ResendCode } from './use-card-action.tsx'

/** /login; navigation state says why the person must log in again (2.routes.10), and whose address is known. */
export function LoginPage() {
  const { username, errorMessage, confirmation, answers, onward } = useNavigationState()
  const navigate = useNavigate()
  const [withCode, setWithCode] = useState<{ readonly filled: AnswerMap; readonly notice: string }>()
  return (
    <AccountCard
      key={withCode ? 'with a code' : 'with a password'}
      form={withCode ? loginWithCodeForm : loginForm}
      errorTitle={say('Login Card Error')}
      lead={answers ? say(ANSWERS_FOLLOW) : say('Pick up where you left off.')}
      filled={withCode?.filled ?? { username }}
      notice={withCode?.notice ?? errorMessage}
      confirmation={confirmation}
      focus={withCode ? 'code' : username && 'password'}
      remedies={{ not_confirmed: <CardLink to="/confirm">{say('Enter your code')}</CardLink> }}
      beforeSubmit={
        <div className={styles.links}>
          <CardLink to="/forgot">{say('Forgot password?')}</CardLink>
          <ResendCode onward={onward}>{say('Resend confirmation code?')}</ResendCode>
        </div>
      }
      foot={
        <p>
          <span>{say('New here?')}</span> <CardLink to="/signup">{say('Create an account')}</CardLink>
        </p>
      }
      onSubmit={async (read) => {
        const given = { username: read('username'), password: read('password') }
        const code = read('code')
        try {
          const { language: own } = await call('login', { ...given, ...(code !== '' && { code }) })
          if (own) await followAccount(own)
          // The tab may have noticed the cookie before the reply, and left the card.
          const { pathname, hash } = window.location
          const hasLeft = pathname !== '/login'
          await navigate(hasLeft ? pathname + hash : firstPath, { state: onward, replace: hasLeft })
        } catch (error) {
          if (!(error instanceof CallError && error.code === 'login_code_needed')) throw error
          setWithCode({ filled: given, notice: error.message })
        }
      }}
    />
  )
}

/** Goes on in the language of the account. */
async function followAccount(own: string): Promise<void> {
  const { languages = {} } = pageData()
  if (own === language() || !Object.hasOwn(languages, own)) return
  try {
    await followLanguage(own, languages[own])
  } catch {
    // The words did not come, and this page stays as it is. The device knows the language for the next one.
  }
}
