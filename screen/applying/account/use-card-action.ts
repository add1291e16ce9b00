import { createContext, useContext, useRef, useState } from 'react'
import { CallError, type CallErrorCode, isForAll } from '../../client/index.ts'
import { useOwnToast } from '../../parts/index.ts'

/** Why the last action of a card failed, and the questions whose answers are at fault. */
export type CardFailure = {
  readonly code: CallErrorCode
  readonly text: string
  readonly keys: readonly string[]
}

export type ShowFailure = (failure: CardFailure | undefined) => void

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
  const run = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    toast.close()
    showFailure(undefined)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError) || isForAllOf(error)) throw error
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

const isForAllOf = (error: CallError) => error.account !== undefined && isForAll(error)

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
