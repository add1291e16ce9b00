import { useEffect } from 'react'
import { TooLate, useSnapshot } from '../features/application/index.ts'
import { UploadFailures } from '../features/documents/index.ts'
import { useSession } from './session-context.ts'
import { StillWorking } from './still-working.tsx'
import { createTabSync, thisTab } from './tab-sync.ts'

/** What goes on beside every page, fetched once the first one stands: the other tabs, whether the person is still there, and uploads that failed. */
export function IdleMonitor() {
  const session = useSession()
  const { is_logged_in } = useSnapshot()
  useEffect(() => createTabSync(session, thisTab(session)), [session])
  return (
    <>
      <UploadFailures documents={session.documents} />
      <TooLate />
      {is_logged_in && <StillWorking />}
    </>
  )
}
