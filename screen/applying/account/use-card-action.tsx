import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { problemsIn, say } from '../../../engine/index.ts'
import { forgotForm } from '../../../form/index.ts'
import {
  CallError,
  type CallErrorCode,
  call,
  type NavigationState,
  pageData,
  useSessionError,
} from '../../client/index.ts'
import { useApplicationStore } from '../../fields/index.ts'
import { LinkButton, useOwnToast } from '../../parts/index.ts'
import { useNavigate } from '../../router/index.ts'

/** Why the last action of a card failed, and the questions whose answers are at fault. */
export type CardFailure = {
  readonly code: CallErrorCode
  readonly text: string
  readonly keys: readonly string[]
}

type ShowFailure = (failure: CardFailure | undefined) => void

/** Shows a failure in the card that this component is part of. */
export const ShowFailureContext = createContext<ShowFailure>(() => {})

/**
 * An action of a card that runs once at a time. A failed call shows an error toast with this title (requirement
 * 8.auth-submit.1), which is read aloud, and the same words in the card. Both go when the action runs again; the toast
 * also when the person leaves the card. What a call of an account
 * learns for all of it, such as that its session is over, is left to the app.
 */
export function useCardAction(
  title: string,
  action: () => Promise<void>,
  own?: ShowFailure,
): readonly [busy: boolean, run: () => void] {
  const toast = useOwnToast()
  const around = useContext(ShowFailureContext)
  const showFailure = own ?? around
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const handleSessionError = useSessionError()
  const run = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    toast.close()
    showFailure(undefined)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.account !== undefined && handleSessionError(error)) return
      const failure = failureOf(error)
      toast.show({ severity: 'error', title, text: failure.text, isRepeated: true })
      showFailure(failure)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [busy, () => void run()]
}

/** The questions that these errors are about. Which of address and password is wrong is not revealed. */
const keysAtFault: Partial<Readonly<Record<CallErrorCode, readonly string[]>>> = {
  wrong_credentials: ['username', 'password'],
  wrong_code: ['code'],
  expired_code: ['code'],
  wrong_password: ['current_password'],
}

/** The server's messages about single fields, if there are any; otherwise its general message. */
function failureOf({ code, message, details }: CallError): CardFailure {
  const problems = typeof details === 'object' && details !== null && 'problems' in details ? details.problems : []
  const found = Array.isArray(problems) ? problems : []
  const texts = found.map((each) => each?.message).filter((each) => typeof each === 'string')
  const keys = found.map((each) => each?.key).filter((each) => typeof each === 'string')
  return {
    code,
    text: texts.length > 0 ? [...new Set(texts)].join(' ') : message,
    keys: [...new Set([...keys, ...(keysAtFault[code] ?? [])])],
  }
}

type ResendCodeProps = { onward: Pick<NavigationState, 'answers'>; children: ReactNode }

/**
 * Sends the confirmation code again to the address on its card, then goes to /confirm (requirements 2.navigation.6 and
 * 5.auth.16).
 */
export function ResendCode({ onward, children }: ResendCodeProps) {
  const store = useApplicationStore()
  const navigate = useNavigate()
  const [, resend] = useCardAction(say('Resend Confirmation Code Error'), async () => {
    const username = store.current().answer.username ?? ''
    if (!isAddress(username)) {
      throw new CallError(
        'invalid_fields',
        0,
        say('You must provide a valid email address to resend a confirmation code.'),
      )
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
