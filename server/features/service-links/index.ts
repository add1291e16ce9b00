export { makeServiceLink, revokeServiceLinks } from './make-service-link.ts'
export { serviceLinkRoutes } from './service-link-routes.ts'
export type { ServiceLinks } from './service-links.ts'
