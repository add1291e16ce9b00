import { useEffect } from 'react'
import { TooLate, useSnapshot } from '../applying/application/index.ts'
import { UploadFailures } from '../documents/documents/index.ts'
import { lazyPart } from '../parts/index.ts'
import type { Session } from './create-session.ts'
import { DevelopmentChecks } from './development-checks.tsx'
import { StillWorking } from './still-working.tsx'
import { createTabSync, thisTab } from './tab-sync.ts'

/** The applications of this person, behind the part that is fetched anyway: the first page names few files. */
export const OwnApplications = lazyPart(async () => (await import('./own-applications-part.tsx')).OwnApplicationsPart)
const Reopened = lazyPart(async () => (await import('./reopened-part.tsx')).ReopenedNotice)

/**
 * What runs beside every page, loaded after the first one: tab sync, the idle monitor, messages about failed
 * uploads, why a submitted application is open again, and the checks for developers. It is drawn above the page.
 */
export function IdleMonitor({ session }: { session: Session }) {
  const is_logged_in = useSnapshot('is_logged_in')
  useEffect(() => createTabSync(session, thisTab(session)), [session])
  return (
    <>
      <Reopened profileSource={session.profileSource} />
      <UploadFailures documents={session.documents} />
      <TooLate />
      <DevelopmentChecks form={session.applicant.store.form} />
      {is_logged_in && <StillWorking session={session} />}
    </>
  )
}
