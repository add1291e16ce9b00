import { useEffect } from 'react'
import { useOwnToast } from '../../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'

const NOT_SAVED = 'Your answers aren’t saved yet. They’re on this device, and we’ll save them as soon as we can.'

/** Tells a person who is still logged in that the answers are not saved. The message closes when they are. */
export function useTellNotSaved(): () => void {
  const { queue, snapshot } = useApplicant()
  const toast = useOwnToast()
  useEffect(
    () =>
      queue.subscribe(() => {
        if (queue.state().kind === 'saved') toast.close()
      }),
    [queue, toast],
  )
  return () => {
    if (snapshot.get().is_logged_in) toast.show({ severity: 'error', text: NOT_SAVED })
  }
}
