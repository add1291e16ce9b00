/** For tests: a provider on this machine, the desk that uses it, and a browser that signs in. */
export type { BrowserForTests } from './create-browser.ts'
export { BASE_URL, deskForTests, PENDING, SESSION } from './desk-for-tests.ts'
export { CLIENT, seconds, startProvider } from './start-provider.ts'
