/** Signing in and out with the staff's OpenID Connect provider. */
export { checkStaffProvider, createProviderClient } from './provider-client.ts'
export { staffProviderRoutes } from './provider-routes.ts'
export { signOutAtProvider } from './sign-out.ts'
