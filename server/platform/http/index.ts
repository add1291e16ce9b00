export { type App, type Applicant, createLoad } from './app.ts'
export { browserInWords, sayBrowser, UNKNOWN_BROWSER } from './browser-in-words.ts'
export {
  CLEARED_AT_LOG_OUT,
  cookieAttributes,
  cookieSuffix,
  hiddenCookie,
  hiddenCookieIn,
  languageCookie,
} from './cookies.ts'
export { createApp } from './create-app.ts'
export { createLog, type ProcessKind } from './create-log.ts'
export { described, developerOnly, isForDevelopment } from './describe-calls.ts'
export {
  type DrawRefusedFile,
  escaped,
  isRefusal,
  plainPage,
  type Refusal,
  refusal,
  refusalUntil,
  sendPage,
} from './refusal.ts'
export { SECURITY_TXT } from './refuse-early.ts'
export { nonceOf } from './security-headers.ts'
export { isStorable, refuse, sendText, serveCall } from './serve-call.ts'
