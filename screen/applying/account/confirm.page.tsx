import { useState } from 'react'
import { CODE_MINUTES } from '../../../api/browser.ts'
import type { AnswerMap } from '../../../engine/index.ts'
import { say, sayCount } from '../../../engine/index.ts'
import { confirmElsewhereForm, confirmForm } from '../../../form/index.ts'
import { CallError, call } from '../../client/index.ts'
import { sentence } from '../../parts/index.ts'
import { useNavigate } from '../../router/index.ts'
import { AccountCard, CardLink, useNavigationState } from './account-card.tsx'
import { ResendCode } from './use-card-action.tsx'

/**
 * /confirm; sign-up passes the email address in navigation state (2.routes.8). On another device it asks for the
 * password too.
 */
export function ConfirmPage() {
  const { username, confirmation, onward } = useNavigationState()
  const navigate = useNavigate()
  const [elsewhere, setElsewhere] = useState<{ readonly filled: AnswerMap; readonly notice: string }>()
  return (
    <AccountCard
      key={elsewhere ? 'elsewhere' : 'here'}
      form={elsewhere ? confirmElsewhereForm : confirmForm}
      errorTitle={say('Confirm Account Card Error')}
      filled={elsewhere?.filled ?? { username }}
      notice={elsewhere?.notice}
      confirmation={confirmation}
      focus={elsewhere ? 'password' : username && 'code'}
      lead={
        <span>
          <span>
            {username
              ? sentence('We emailed a 6-digit code to {username}.', { username })
              : say('We emailed a 6-digit code to the address you gave.')}
          </span>{' '}
          <span>{sayCount(CODE_MINUTES, 'It works for {count} minute.', 'It works for {count} minutes.')}</span>
        </span>
      }
      foot={
        <>
          <p>
            {sentence('No email? Check your spam folder or <resend>resend the code</resend>.', {
              resend: (words) => <ResendCode onward={onward}>{words}</ResendCode>,
            })}
          </p>
          <p>
            {sentence('Wrong address? <link>Create an account</link> with the right one.', {
              link: (words) => <CardLink to="/signup">{words}</CardLink>,
            })}
          </p>
          <p>
            <span>{say('Already confirmed?')}</span> <CardLink to="/login">{say('Log in')}</CardLink>
          </p>
        </>
      }
      onSubmit={async (read) => {
        const given = { username: read('username'), code: read('code') }
        const password = read('password')
        try {
          const { message } = await call('confirm', { ...given, ...(password !== '' && { password }) })
          await navigate('/login', { state: { ...onward, username: given.username, successMessage: message } })
        } catch (error) {
          if (!(error instanceof CallError && error.code === 'proof_needed')) throw error
          setElsewhere({ filled: given, notice: error.message })
        }
      }}
    />
  )
}
