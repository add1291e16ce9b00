import { ApplicantContext } from '../features/application/index.ts'
import { takeServiceToken } from '../features/service-view/index.ts'
import { DocumentActionsContext } from '../fields/index.ts'
import { LoadingPage, WaitLine } from '../parts/index.ts'
import { createRouter, RouterView } from '../router/index.ts'
import { createSession } from './create-session.ts'
import { listenForUncaught } from './listen-for-uncaught.ts'
import { type Report, ReportContext } from './report-context.ts'
import { RootError, ServiceError } from './root-error.tsx'
import { routesOf } from './routes.tsx'
import { serviceRoutes } from './service-routes.tsx'
import { SessionContext } from './session-context.ts'
import { UncaughtContext } from './uncaught-context.ts'

/** Creates the app, ready to render: the session, its routes, and the contexts that every page may use. */
export function createApp(report: Report) {
  const serviceToken = takeServiceToken() // first, so that no request is sent with the token in the URL
  const uncaught = listenForUncaught() // before the first call
  const session = createSession((to, options) => router.navigate(to, options))
  if (serviceToken !== undefined) {
    const { snapshot } = session.applicant
    snapshot.set({ ...snapshot.get(), is_service_user: true })
  }
  const router = createRouter(serviceToken === undefined ? routesOf(session) : serviceRoutes(serviceToken, session))
  session.watchHistory(router)
  void router.start()
  return (
    <ReportContext value={report}>
      <WaitLine />
      <UncaughtContext value={uncaught}>
        <SessionContext value={session}>
          <ApplicantContext value={session}>
            <DocumentActionsContext value={session.documents}>
              <RouterView
                router={router}
                meanwhile={<LoadingPage />}
                ErrorPage={serviceToken === undefined ? RootError : ServiceError}
              />
            </DocumentActionsContext>
          </ApplicantContext>
        </SessionContext>
      </UncaughtContext>
    </ReportContext>
  )
}
