import { useEffect } from 'react'
import { useOwnToast } from '../../../parts/index.ts'
import { useApplicant } from './applicant-context.ts'

const NOT_SAVED = 'Your answers are not saved yet. They are kept on this device and sent again as soon as it works.'

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
