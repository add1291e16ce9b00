import type { App } from '../../platform/http/index.ts'
import { closeApplication, reopenApplication, requestDocument, takeBackRequest } from './application-life.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

/** The calls with which staff open a submitted application for changes, and ask for documents. */
export function lifeRoutes(app: App, deps: StaffDeps): void {
  serveStaffCall(app, deps, 'reopenApplication', ({ params, body, session }) =>
    reopenApplication(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'closeApplication', ({ params, session }) => closeApplication(deps, session, params.id))
  serveStaffCall(app, deps, 'requestDocument', ({ params, body, session }) =>
    requestDocument(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'takeBackRequest', ({ params, body, session }) =>
    takeBackRequest(deps, session, { ...params, ...body }),
  )
}
