import type { ReactNode } from 'react'
import { ApplicantContext } from '../applying/application/index.ts'
import { createObservable, isLoggedIn, type Observable } from '../client/index.ts'
import { type ApplicationStore, DocumentActionsContext } from '../fields/index.ts'
import { takeServiceToken } from '../office/service-view/index.ts'
import { LoadingPage, lazyCode, lazyPart, useObserved, WaitLine } from '../parts/index.ts'
import { createRouter, type Router, RouterView } from '../router/index.ts'
import type { Session } from './create-session.ts'
import { createPageStore, keepEarlyAnswers } from './page-store.ts'
import { routesOf, serviceRoutes } from './routes.tsx'
import { createStubSession, type PageSession, SessionContext } from './session-context.ts'
import { listenForUncaught, type Report, ReportContext, type Uncaught, UncaughtContext } from './uncaught-errors.tsx'

// Not part of the first load, but it must be there when the network is not.
const preloaded = { preloaded: true }
const RootError = lazyPart(async () => (await import('./root-error.tsx')).RootError, preloaded)
const ServiceError = lazyPart(async () => (await import('./root-error.tsx')).ServiceError, preloaded)

/** The app of a tab. */
type App = {
  readonly drawn: ReactNode
  /** Resolves once somebody can enter. */
  readonly session: Promise<Session>
  readonly store: ApplicationStore
  /** Whether the page that the server has sent can be taken over. */
  readonly isShown: boolean
}

// Not part of the first load: a visitor can type into every field before it is there.
const sessionCode = lazyCode(async () => (await import('./create-session.ts')).createSession)

/**
 * Creates the app, ready to render: the routes, and the contexts that every page may use. `isShown`: the server has sent
 * the page with its fields, so it is shown at once; anything else waits for the session (docs/decisions/0040).
 */
export function createApp(report: Report, { isShown: isSent = false } = {}): App {
  const serviceToken = takeServiceToken() // first, so that no request is sent with the token in the URL
  const uncaught = listenForUncaught() // before the first call
  const store = createPageStore()
  const session = start()
  const shown = createObservable<PageSession | Session>(createStubSession(store, session))
  const routes = serviceToken === undefined ? routesOf(store.form, session) : serviceRoutes(serviceToken, session)
  const isShown = isSent && serviceToken === undefined
  const router = createRouter(routes, { isShown })

  async function start(): Promise<Session> {
    const putBack = serviceToken === undefined ? keepEarlyAnswers(store, () => !isLoggedIn()) : () => {}
    const createSession = await sessionCode.load()
    putBack()
    const arrived = createSession((to, options) => router.navigate(to, options), store)
    const { snapshot } = arrived.applicant
    if (serviceToken !== undefined) snapshot.set({ ...snapshot.get(), is_service_user: true })
    arrived.watchHistory(router)
    shown.set(arrived)
    if (isShown && !isLoggedIn()) void arrived.enter() // also if a link leads away from the sent page already
    void router.start()
    return arrived
  }
  const ErrorPage = serviceToken === undefined ? RootError : ServiceError
  return { drawn: <Drawn {...{ report, uncaught, shown, router, ErrorPage }} />, session, store, isShown }
}

type DrawnProps = {
  report: Report
  uncaught: Uncaught
  shown: Pick<Observable<PageSession | Session>, 'get' | 'subscribe'>
  router: Router
  ErrorPage?: typeof RootError
}

/** The app around a router, in the browser and on the server. */
export function Drawn({ report, uncaught, shown, router, ErrorPage = RootError }: DrawnProps) {
  const session = useObserved(shown.subscribe, shown.get)
  return (
    <ReportContext value={report}>
      <WaitLine />
      <UncaughtContext value={uncaught}>
        <SessionContext value={session}>
          <ApplicantContext value={session}>
            <DocumentActionsContext value={session.documents}>
              <RouterView router={router} meanwhile={<LoadingPage />} ErrorPage={ErrorPage} />
            </DocumentActionsContext>
          </ApplicantContext>
        </SessionContext>
      </UncaughtContext>
    </ReportContext>
  )
}
