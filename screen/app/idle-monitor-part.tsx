import { useEffect } from 'react'
import { TooLate, useSnapshot } from '../features/application/index.ts'
import { UploadFailures } from '../features/documents/index.ts'
import type { Session } from './create-session.ts'
import { StillWorking } from './still-working.tsx'
import { createTabSync, thisTab } from './tab-sync.ts'

/**
 * What runs beside every page, loaded after the first one: tab sync, the idle monitor, and messages about failed
 * uploads.
 */
export function IdleMonitor({ session }: { session: Session }) {
  const { is_logged_in } = useSnapshot()
  useEffect(() => createTabSync(session, thisTab(session)), [session])
  return (
    <>
      <UploadFailures documents={session.documents} />
      <TooLate />
      {is_logged_in && <StillWorking session={session} />}
    </>
  )
}
