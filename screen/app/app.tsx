import type { ReactNode } from 'react'
import { ApplicantContext } from '../applying/application/index.ts'
import { isLoggedIn, SessionErrorContext, spoken } from '../client/index.ts'
import { DocumentActionsContext } from '../fields/index.ts'
import { takeServiceToken } from '../office/service-view/index.ts'
import { LoadingPage, lazyPart, untilWaiting, useObserved, WaitLine } from '../parts/index.ts'
import { createRouter, type Router, RouterView } from '../router/index.ts'
import { createSession, type Session } from './create-session.ts'
import { routesOf, serviceRoutes } from './routes.tsx'
import { SessionContext } from './session-context.ts'
import { listenForUncaught, type Report, ReportContext, type Uncaught, UncaughtContext } from './uncaught-errors.tsx'

// Not part of the first load, but it must be there when the network is not.
const preloaded = { preloaded: true }
const RootError = lazyPart(async () => (await import('./root-error.tsx')).RootError, preloaded)
const ServiceError = lazyPart(async () => (await import('./root-error.tsx')).ServiceError, preloaded)

/** The app of a tab. */
type App = {
  readonly drawn: ReactNode
  readonly session: Session
  /**
   * Loads what the sent page needs, and resolves whether it can be taken over now: not if a part of it does not come at
   * the first try, which only the app can say.
   */
  readonly prepare: () => Promise<boolean>
  /**
   * Lets the person enter, and opens the page at the present address. Call it once, after the first render. Resolves once
   * the page is open.
   */
  readonly start: () => Promise<void>
}

/**
 * Creates the app, ready to render: the routes, and the contexts that every page may use. `isSent`: the server has sent
 * the page with its fields, so it is shown at once; anything else waits for `start` (docs/decisions/0040). So does a card
 * that says something of its own, such as why somebody was logged out: the server knows nothing of that.
 */
export function createApp(report: Report, { isSent = false } = {}): App {
  const serviceToken = takeServiceToken() // first, so that no request is sent with the token in the URL
  const uncaught = listenForUncaught() // before the first call
  const session = createSession((to, options) => router.navigate(to, options))
  const { snapshot, store } = session.applicant
  if (serviceToken !== undefined) snapshot.set({ ...snapshot.get(), is_service_user: true })
  const routes = serviceToken === undefined ? routesOf(store.form, session) : serviceRoutes(serviceToken)
  const isForm = store.form.pages.some(({ slug }) => `/${slug}` === window.location.pathname)
  const isShown = isSent && serviceToken === undefined && (isForm || !window.history.state?.usr)
  const router = createRouter(routes, { isShown })
  session.watchHistory(router)
  const ErrorPage = serviceToken === undefined ? RootError : ServiceError
  return {
    drawn: <Drawn {...{ report, uncaught, session, router, ErrorPage }} />,
    session,
    prepare: () => Promise.race([router.prepare().then(() => isShown), untilWaiting().then(() => false)]),
    start() {
      if (isShown && !isLoggedIn()) void session.enter() // also if a link leads away from the sent page already
      return router.start()
    },
  }
}

type DrawnProps = {
  report: Report
  uncaught: Uncaught
  session: Session
  router: Router
  ErrorPage?: typeof RootError
}

/** The app around a router, in the browser and on the server. */
export function Drawn({ report, uncaught, session, router, ErrorPage = RootError }: DrawnProps) {
  useObserved(spoken.subscribe, spoken.get) // all of it is drawn again in another language
  return (
    <ReportContext value={report}>
      <WaitLine />
      <UncaughtContext value={uncaught}>
        <SessionContext value={session}>
          <SessionErrorContext value={session.handleAuthError}>
            <ApplicantContext value={session}>
              <DocumentActionsContext value={session.documents}>
                <RouterView router={router} meanwhile={<LoadingPage />} ErrorPage={ErrorPage} />
              </DocumentActionsContext>
            </ApplicantContext>
          </SessionErrorContext>
        </SessionContext>
      </UncaughtContext>
    </ReportContext>
  )
}
