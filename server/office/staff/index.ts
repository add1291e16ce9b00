/** The staff desk: signing in, finding and reading applications, and what staff write beside them. */
export { checkStaffProvider } from './provider/index.ts'
export { staffLinkCommand } from './staff-link.ts'
export { staffRoutes } from './staff-routes.ts'
export { staffSessionIdIn } from './staff-sessions.ts'
