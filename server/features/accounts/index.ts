export { expiredCookies, identityCookieName, sessionTokenFrom } from './account-cookies.ts'
export { accountRoutes } from './account-routes.ts'
export { createAccounts } from './create-accounts.ts'
export { endSessions } from './end-sessions.ts'
