export { expiredCookies, markerCookieName, sessionTokenFrom } from './account-cookies.ts'
export { accountRoutes } from './account-routes.ts'
export type { Accounts } from './accounts.ts'
export { openAccounts } from './open-accounts.ts'
