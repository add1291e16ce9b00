import type { App } from '../../platform/http/index.ts'
import { askErasure, cancelErasure, confirmErasure, holdApplication, liftHold, listErasures } from './erasures.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'

/** The calls with which staff ask for erasures, confirm them, and keep applications from them. */
export function staffErasureRoutes(app: App, deps: StaffDeps): void {
  serveStaffCall(app, deps, 'askErasure', ({ params, body, session }) =>
    askErasure(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'cancelErasure', ({ params, session }) => cancelErasure(deps, session, params.id))
  serveStaffCall(app, deps, 'confirmErasure', ({ params, session }) => confirmErasure(deps, session, params.id))
  serveStaffCall(app, deps, 'holdApplication', ({ params, body, session }) =>
    holdApplication(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'liftHold', ({ params, session }) => liftHold(deps, session, params.id))
  serveStaffCall(app, deps, 'listErasures', () => listErasures(deps))
}
