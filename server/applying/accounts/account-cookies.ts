import { cookieAttributes, cookieSuffix, hiddenCookie, hiddenCookieIn } from '../../platform/http/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { KNOWN_BROWSER_LIFE, SIGN_UP_LIFE } from './lifetimes.ts'

/** The session that a login gives the browser. */
export type Session = { readonly token: string; readonly expiresAt: Date; readonly owner: string }

type CookieSettings = Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>

/**
 * The Set-Cookie values of a login: the session cookie, hidden from scripts, and the identity cookie. The latter holds
 * no secret; it tells the screen that somebody is logged in (5.auth.17) and with which account, so that no tab saves
 * one person's answers in another's session. Both last as long as the session.
 */
export function sessionCookies({
  settings,
  session,
}: {
  settings: CookieSettings
  session: Session
}): readonly string[] {
  const seconds = secondsUntil(session.expiresAt)
  return sessionAndIdentityCookies(settings, { token: session.token, identity: session.owner, seconds })
}

/** Set-Cookie values that remove both. */
export const expiredCookies = (settings: CookieSettings): readonly string[] =>
  sessionAndIdentityCookies(settings, { token: '', identity: '', seconds: 0 })

/** The session token in a Cookie header; undefined if there is none. */
export const sessionTokenFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  hiddenCookieIn(cookieHeader, settings, 'session')

/** The cookie that ties a sign-up to its browser until the code is entered, or a while longer. */
export const signUpCookie = (settings: CookieSettings, proof: string, seconds = SIGN_UP_LIFE): string =>
  hiddenCookie(settings, 'sign-up', proof, seconds)
export const signUpProofFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  hiddenCookieIn(cookieHeader, settings, 'sign-up')

/** The cookie that marks a browser as known: somebody has logged in with it. */
export const knownBrowserCookie = (settings: CookieSettings, value: string): string =>
  hiddenCookie(settings, 'browser', value, KNOWN_BROWSER_LIFE)
export const knownBrowserFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  hiddenCookieIn(cookieHeader, settings, 'browser')

/** The name of the identity cookie; it begins with IDENTITY_COOKIE_PREFIX. */
export const identityCookieName = (settings: CookieSettings): string =>
  `${settings.identityCookiePrefix}${cookieSuffix(settings)}`

/** The Set-Cookie value after the account has turned to another of its applications. */
export const identityCookie = (settings: CookieSettings, owner: string, expiresAt: Date): string =>
  `${identityCookieName(settings)}=${owner}; ${cookieAttributes(settings, secondsUntil(expiresAt))}`

const secondsUntil = (time: Date) => Math.max(0, Math.round((time.getTime() - Date.now()) / 1000))

const sessionAndIdentityCookies = (
  settings: CookieSettings,
  { token, identity, seconds }: { token: string; identity: string; seconds: number },
) => [
  hiddenCookie(settings, 'session', token, seconds),
  `${identityCookieName(settings)}=${identity}; ${cookieAttributes(settings, seconds)}`,
]
