export { type BrowserForTests, browserForTests } from './browser-for-tests.ts'
export { callsForTests, codeInText, cookieHeader, PASSWORD } from './calls-for-tests.ts'
export { codeIn, idIn, secretsIn, wrongCode } from './mailed.ts'
