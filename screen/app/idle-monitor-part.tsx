import { useEffect } from 'react'
import { TooLate, useSnapshot } from '../features/application/index.ts'
import { UploadFailures } from '../features/documents/index.ts'
import type { Session } from './create-session.ts'
import { DevelopmentChecks } from './development-checks.tsx'
import { StillWorking } from './still-working.tsx'
import { createTabSync, thisTab } from './tab-sync.ts'

/**
 * What runs beside every page, loaded after the first one: tab sync, the idle monitor, messages about failed
 * uploads, and the checks for developers.
 */
export function IdleMonitor({ session }: { session: Session }) {
  const { is_logged_in } = useSnapshot()
  useEffect(() => createTabSync(session, thisTab(session)), [session])
  return (
    <>
      <UploadFailures documents={session.documents} />
      <TooLate />
      <DevelopmentChecks form={session.applicant.store.form} />
      {is_logged_in && <StillWorking session={session} />}
    </>
  )
}
