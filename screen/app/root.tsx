import { useEffect } from 'react'
import { AccountMenu } from '../applying/account/index.ts'
import { useSnapshot } from '../applying/application/index.ts'
import { SiteFooter, SiteHeader } from '../applying/site/index.ts'
import { ErrorBoundary, LoadingPage, lazyPart, ToastProvider, useElapsed } from '../parts/index.ts'
import { Outlet, useIsLoading, useLocation, useNavigate } from '../router/index.ts'
import { fetchAhead, onceLoaded } from './fetch-ahead.ts'
import { LocationValidator } from './location-validator.tsx'
import { useSession } from './session-context.ts'
import { UncaughtErrors } from './uncaught-errors.tsx'
import { usePageChange } from './use-page-change.ts'

const IdleMonitor = lazyPart(async () => (await import('./idle-monitor-part.tsx')).IdleMonitor, { preloaded: true })
const OwnApplications = lazyPart(async () => (await import('./idle-monitor-part.tsx')).OwnApplications)

/** The frame of every page: header, footer, and what runs on all of them. */
export function Root() {
  const isLoading = useIsLoading()
  const session = useSession()
  usePageChange()
  const isQuiet = useElapsed(QUIET)
  useEffect(() => onceLoaded(() => void fetchAhead()), [])
  return (
    <ToastProvider>
      {above}
      {isQuiet && 'presence' in session && (
        <ErrorBoundary fallback={() => null}>
          <IdleMonitor session={session} />
        </ErrorBoundary>
      )}
      <Outlet />
      {below}
      {isLoading && <LoadingPage />}
    </ToastProvider>
  )
}

// Made once, so that another page does not draw them again.
const above = (
  <>
    <UncaughtErrors />
    <LocationValidator />
    <SiteHeader account={<Account />} />
  </>
)
const below = <SiteFooter />

/** Milliseconds after the first page is shown; by then it has loaded what it needs. */
const QUIET = 1000

function Account() {
  const { applicant, logOut, onDeleted, onRenamed } = useSession()
  const is_logged_in = useSnapshot('is_logged_in')
  const username = useSnapshot('username')
  const web_status = useSnapshot('web_status')
  const { state } = useLocation()
  const navigate = useNavigate()
  /** The answers come from the form, or on an account card from its navigation state. */
  const passAnswers = (to: string) => {
    applicant.store.commitAll()
    void navigate(to, { state: { ...state, answers: applicant.answersToPass() } })
  }
  return (
    <AccountMenu
      username={is_logged_in ? username : undefined}
      onSignIn={() => passAnswers('/login')}
      onCreateAccount={() => passAnswers('/signup')}
      onLogOut={logOut}
      help={applicant}
      onRenamed={onRenamed}
      isSubmitted={web_status === 'submitted'}
      applications={<OwnApplications />}
      onDeleted={onDeleted}
    />
  )
}
