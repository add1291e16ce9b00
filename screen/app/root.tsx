import { useEffect } from 'react'
import { say } from '../../engine/index.ts'
import { AccountMenu } from '../applying/account/index.ts'
import { useSnapshot } from '../applying/application/index.ts'
import { SiteFooter, SiteHeader } from '../applying/site/index.ts'
import { isLoggedIn, readNavigationState } from '../client/index.ts'
import {
  ErrorBoundary,
  LoadingPage,
  lazyCode,
  lazyPart,
  onceForWords,
  preloadLazyCode,
  savesData,
  ToastProvider,
  useElapsed,
  useOwnToast,
  useToast,
} from '../parts/index.ts'
import { Outlet, useIsLoading, useLocation, useNavigate } from '../router/index.ts'
import { useSession } from './session-context.ts'
import { UncaughtErrors } from './uncaught-errors.tsx'
import { usePageChange } from './use-page-change.ts'

const IdleMonitor = lazyPart(async () => (await import('./beside-pages-part.tsx')).IdleMonitor, { preloaded: true })
const OwnApplications = lazyPart(async () => (await import('./beside-pages-part.tsx')).OwnApplications)

/** The frame of every page: header, footer, and what runs on all of them. */
export function Root() {
  const isLoading = useIsLoading()
  const session = useSession()
  usePageChange()
  const isQuiet = useElapsed(QUIET)
  useEffect(() => onceInUse(() => void fetchAhead()), [])
  return (
    <ToastProvider>
      {above()}
      {isQuiet && (
        <ErrorBoundary fallback={() => null}>
          <IdleMonitor session={session} />
        </ErrorBoundary>
      )}
      <Outlet />
      {below()}
      {isLoading && <LoadingPage />}
    </ToastProvider>
  )
}

// Made once, so that another page does not draw them again.
const above = onceForWords(() => (
  <>
    <UncaughtErrors />
    <LocationValidator />
    <SiteHeader account={<Account />} />
  </>
))
const below = onceForWords(() => <SiteFooter />)

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

/**
 * Handles navigation state: shows a success message once, and fills empty answers (requirements 2.routes.24 and
 * 3.answers.3). Malformed values are ignored.
 */
function LocationValidator() {
  const { applicant } = useSession()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const success = useOwnToast() // one at a time: the newest says where the person is now
  const showToast = useToast()
  const isFormPage = applicant.store.form.pages.some(({ slug }) => `/${slug}` === pathname)
  useEffect(() => {
    const { successMessage, errorMessage: message, answers } = readNavigationState(state)
    const errorMessage = isFormPage ? message : undefined // an account card shows it itself
    const isTaken = answers !== undefined && isFormPage // an account card passes them on
    if (isTaken) applicant.fillEmpty(answers)
    const isRepeated = ['/login', '/confirm'].includes(pathname) // whose cards begin with the same words
    if (successMessage)
      success.show({ severity: 'success', text: successMessage, label: say('Success Notification'), isRepeated })
    if (errorMessage) showToast({ severity: 'error', text: errorMessage })
    if (!isTaken && !successMessage && !errorMessage) return
    // Each counts only once, not again when the person reloads the page or comes back to it.
    const taken = { ...(isTaken && { answers: undefined }), ...(errorMessage && { errorMessage: undefined }) }
    const shown = successMessage && !isFormPage && { confirmation: successMessage }
    const rest = { ...state, successMessage: undefined, ...taken, ...shown }
    void navigate(pathname + search + hash, { replace: true, state: rest })
  }, [applicant, isFormPage, state, pathname, search, hash, navigate, showToast, success])
  return null
}

export const completionPage = lazyCode(async () => (await import('./after-submission-part.tsx')).CompletionPart)

/**
 * Preloads code that no first field needs but that may be needed without a network: the rest of the form pages, the
 * windows that report it, and the completion page. A part that fails to load now is requested again when it is needed.
 * Marks the end in the browser's timeline.
 */
async function fetchAhead(): Promise<void> {
  const receipt = isLoggedIn() ? [completionPage.preload()] : []
  await Promise.allSettled([preloadLazyCode(), ...receipt])
  performance.mark('fetched ahead')
}

/**
 * Calls back once the first page has loaded everything it requested itself, and somebody uses it: who only reads pays for
 * nothing more, and who saves data for nothing unasked. Returns a function that cancels this.
 */
function onceInUse(act: () => void): () => void {
  const isOver = new AbortController()
  const { signal } = isOver
  let isUsed = isLoggedIn()
  const look = () => {
    if (!isUsed || document.readyState !== 'complete') return
    isOver.abort()
    setTimeout(act)
  }
  const use = () => {
    isUsed = true
    look()
  }
  if (savesData()) return () => {}
  window.addEventListener('load', look, { signal })
  for (const sign of ['pointerdown', 'keydown', 'input']) window.addEventListener(sign, use, { signal, passive: true })
  look()
  return () => isOver.abort()
}
