import type { ReactNode } from 'react'
import { problemsIn } from '../../../engine/index.ts'
import { forgotForm } from '../../../form/index.ts'
import { CallError, call, type NavigationState, pageData } from '../../client/index.ts'
import { useApplicationStore } from '../../fields/index.ts'
import { LinkButton } from '../../parts/index.ts'
import { useNavigate } from '../../router/index.ts'
import { useCardAction } from './use-card-action.ts'

type ResendCodeProps = { onward: Pick<NavigationState, 'answers'>; children: ReactNode }

/**
 * Sends the confirmation code again to the address on its card, then goes to /confirm (requirements 2.navigation.6 and
 * 5.auth.16).
 */
export function ResendCode({ onward, children }: ResendCodeProps) {
  const store = useApplicationStore()
  const navigate = useNavigate()
  const [, resend] = useCardAction('Resend Confirmation Code Error', async () => {
    const username = store.current().answer.username ?? ''
    if (!isAddress(username)) {
      throw new CallError('invalid_fields', 0, 'You must provide a valid email address to resend a confirmation code.')
    }
    const { message } = await call('resendConfirm', { username })
    await navigate('/confirm', { state: { ...onward, username, successMessage: message } })
  })
  return <LinkButton onClick={resend}>{children}</LinkButton>
}

/** Checked with the forgot-password form, which asks only for an address. */
const isAddress = (username: string) =>
  problemsIn(forgotForm, { answer: { username }, add_another: {}, tabs: {}, document_answer: {} }, pageData().today)
    .length === 0
