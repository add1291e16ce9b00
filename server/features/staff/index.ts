/** The staff desk: signing in, finding and reading applications, and what staff write beside them. */
export { staffLinkCommand } from './staff-link.ts'
export { staffRoutes } from './staff-routes.ts'
export { staffSessionIdIn } from './staff-sessions.ts'
