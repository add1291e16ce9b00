/** Signing in and out with the staff's OpenID Connect provider. */
export { checkStaffProvider } from './check-staff-provider.ts'
export { createProviderClient } from './provider-client.ts'
export { staffProviderRoutes } from './provider-routes.ts'
export { signOutAtProvider } from './sign-out-at-provider.ts'
