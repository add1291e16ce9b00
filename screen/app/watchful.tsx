import { useEffect } from 'react'
import { useSnapshot } from '../features/application/index.ts'
import { keepInStep } from './keep-in-step.ts'
import { useSession } from './session-context.ts'
import { StillWorking } from './still-working.tsx'

/** What goes on beside every page, fetched once the first one stands: the other tabs, and whether the person is still there. */
export function Watchful() {
  const session = useSession()
  const { is_logged_in } = useSnapshot()
  useEffect(() => keepInStep(session), [session])
  return is_logged_in && <StillWorking />
}
