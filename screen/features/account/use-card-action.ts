import { useRef, useState } from 'react'
import { CallError } from '../../client/index.ts'
import { useOwnToast } from '../../parts/index.ts'

/**
 * An action of a card: once at a time; a failed call is told in an error toast with this title (requirement
 * 8.auth-submit.1), which is gone as soon as the action is tried again or the card is left.
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

/** The server's own findings about single fields, if it has any, else its sentence. */
function wordsOf({ message, details }: CallError): string {
  const problems = typeof details === 'object' && details !== null && 'problems' in details ? details.problems : []
  const found = Array.isArray(problems)
    ? problems.map((each) => each?.message).filter((each) => typeof each === 'string')
    : []
  return found.length > 0 ? [...new Set(found)].join(' ') : message
}
