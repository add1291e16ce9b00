export { makeDeskLink } from './make-service-link.ts'
export { revokeServiceLinksCommand, serviceLinkCommand } from './service-link-commands.ts'
export { serviceLinkRoutes } from './service-link-routes.ts'
export type { ServiceLinks } from './service-links.ts'
