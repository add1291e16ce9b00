import { useState } from 'react'
import { CODE_MINUTES } from '../../../api/browser.ts'
import type { AnswerMap } from '../../../engine/index.ts'
import { confirmElsewhereForm, confirmForm } from '../../../form/index.ts'
import { CallError, call } from '../../client/index.ts'
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
      name="Confirm Account Card"
      filled={elsewhere?.filled ?? { username }}
      notice={elsewhere?.notice}
      confirmation={confirmation}
      focus={elsewhere ? 'password' : username && 'code'}
      lead={
        username ? (
          <span>
            <span>We emailed a 6-digit code to</span> <span translate="no">{username}</span>
            <span>{`. It works for ${CODE_MINUTES} minutes.`}</span>
          </span>
        ) : (
          `We emailed a 6-digit code to the address you gave. It works for ${CODE_MINUTES} minutes.`
        )
      }
      foot={
        <>
          <p>
            <span>No email? Check your spam folder or</span> <ResendCode onward={onward}>resend the code</ResendCode>
            <span>.</span>
          </p>
          <p>
            <span>Wrong address?</span> <CardLink to="/signup">Create an account</CardLink>{' '}
            <span>with the right one.</span>
          </p>
          <p>
            <span>Already confirmed?</span> <CardLink to="/login">Log in</CardLink>
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
