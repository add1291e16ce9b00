import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { AccountMenu } from '../features/account/index.ts'
import { useSnapshot } from '../features/application/index.ts'
import { SiteFooter, SiteHeader } from '../features/site/index.ts'
import { ErrorBoundary, LoadingPage, later, ToastProvider, useElapsed } from '../parts/index.ts'
import { DevelopmentChecks } from './development-checks.tsx'
import { fetchAhead, fetchIdleMonitor, onceLoaded } from './fetch-ahead.ts'
import { LocationValidator } from './location-validator.tsx'
import { useSession } from './session-context.ts'
import { UncaughtErrors } from './uncaught-errors.tsx'
import { usePageChange } from './use-page-change.ts'

const IdleMonitor = later(fetchIdleMonitor)

/** What every page stands in: header, footer, and what listens on all of them. */
export function Root() {
  const { state } = useNavigation()
  const { applicant } = useSession()
  usePageChange()
  const isQuiet = useElapsed(QUIET)
  useEffect(() => onceLoaded(() => void fetchAhead()), [])
  return (
    <ToastProvider>
      <UncaughtErrors />
      <LocationValidator />
      <DevelopmentChecks form={applicant.store.form} />
      <SiteHeader account={<Account />} />
      <Outlet />
      <SiteFooter />
      {state === 'loading' && <LoadingPage />}
      {isQuiet && (
        <ErrorBoundary fallback={() => null}>
          <IdleMonitor />
        </ErrorBoundary>
      )}
    </ToastProvider>
  )
}

/** Milliseconds after the first page stands: by then it has what it needs itself. */
const QUIET = 1000

function Account() {
  const { applicant, logOut } = useSession()
  const { is_logged_in, username } = useSnapshot()
  const { state } = useLocation()
  const navigate = useNavigate()
  /** Answers come from the form, or, on a card, from the state that brought them there. */
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
    />
  )
}
