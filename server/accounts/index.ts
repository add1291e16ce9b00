export { accountRoutes } from './account-routes.ts'
export type { Accounts } from './accounts.ts'
export { openAccounts } from './open-accounts.ts'
export { expiredCookies, markerCookieName, sessionTokenFrom } from './session-cookies.ts'
