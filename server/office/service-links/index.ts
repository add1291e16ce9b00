export { serviceLinkRoutes } from './read-service-view.ts'
export { makeDeskLink, revokeServiceLinksCommand, type ServiceLinkDeps, serviceLinkCommand } from './service-links.ts'
