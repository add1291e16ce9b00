import { useRef, useState } from 'react'
import { CallError } from '../../client/index.ts'
import { useOwnToast } from '../../parts/index.ts'

/**
 * An action of a card that runs once at a time. A failed call shows an error toast with this title (requirement
 * 8.auth-submit.1), which closes when the action runs again or the person leaves the card.
 */
export function useCardAction(title: string, action: () => Promise<void>): readonly [busy: boolean, run: () => void] {
  const toast = useOwnToast()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    toast.close()
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.show({ severity: 'error', title, text: wordsOf(error) })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [busy, () => void run()]
}

/** The server's messages about single fields, if there are any; otherwise its general message. */
function wordsOf({ message, details }: CallError): string {
  const problems = typeof details === 'object' && details !== null && 'problems' in details ? details.problems : []
  const found = Array.isArray(problems)
    ? problems.map((each) => each?.message).filter((each) => typeof each === 'string')
    : []
  return found.length > 0 ? [...new Set(found)].join(' ') : message
}
