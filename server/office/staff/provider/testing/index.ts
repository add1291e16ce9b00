/** For tests: a provider on this machine, the desk that uses it, and a browser that signs in. */

export { CLIENT, seconds, startProvider } from '../../../../../testing/start-oidc-provider.ts'
export type { BrowserForTests } from './create-browser.ts'
export { BASE_URL, deskForTests, PENDING, SESSION } from './desk-for-tests.ts'
