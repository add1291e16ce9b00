import type { Settings } from '../../platform/settings/index.ts'
import { KNOWN_BROWSER_LIFE, SIGN_UP_LIFE } from './lifetimes.ts'

/** The session that a login gives the browser. */
export type Session = { readonly token: string; readonly expiresAt: Date; readonly accountId: string }

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
  const seconds = Math.max(0, Math.round((session.expiresAt.getTime() - Date.now()) / 1000))
  return sessionAndIdentityCookies(settings, { token: session.token, identity: session.accountId, seconds })
}

/** Set-Cookie values that remove both. */
export const expiredCookies = (settings: CookieSettings): readonly string[] =>
  sessionAndIdentityCookies(settings, { token: '', identity: '', seconds: 0 })

/** The session token in a Cookie header; undefined if there is none. */
export const sessionTokenFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  cookieIn(cookieHeader, hiddenName(settings, 'session'))

/** The cookie that ties a sign-up to its browser until the code is entered; an empty `proof` removes it. */
export const signUpCookie = (settings: CookieSettings, proof: string): string =>
  hiddenCookie(settings, 'sign-up', proof, proof === '' ? 0 : SIGN_UP_LIFE)
export const signUpProofFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  cookieIn(cookieHeader, hiddenName(settings, 'sign-up'))

/** The cookie that marks a browser as known: somebody has logged in with it. */
export const knownBrowserCookie = (settings: CookieSettings, value: string): string =>
  hiddenCookie(settings, 'browser', value, KNOWN_BROWSER_LIFE)
export const knownBrowserFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  cookieIn(cookieHeader, hiddenName(settings, 'browser'))

/** The name of the identity cookie; it begins with IDENTITY_COOKIE_PREFIX. */
export const identityCookieName = (settings: CookieSettings): string =>
  `${settings.identityCookiePrefix}${suffix(settings)}`

const sessionAndIdentityCookies = (
  settings: CookieSettings,
  { token, identity, seconds }: { token: string; identity: string; seconds: number },
) => [
  hiddenCookie(settings, 'session', token, seconds),
  `${identityCookieName(settings)}=${identity}; ${attributes(settings, seconds)}`,
]

type Hidden = 'session' | 'sign-up' | 'browser'

/** A cookie that scripts cannot read. */
const hiddenCookie = (settings: CookieSettings, name: Hidden, value: string, seconds: number) =>
  `${hiddenName(settings, name)}=${value}; ${attributes(settings, seconds)}; HttpOnly`

const attributes = (settings: CookieSettings, seconds: number) =>
  `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`

function cookieIn(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const pair = header?.split(';').find((each) => each.trim().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** With the prefix `__Host-`, browsers accept the cookie only from this host over TLS. */
const hiddenName = (settings: CookieSettings, name: Hidden) =>
  `${isSecure(settings) ? '__Host-' : ''}causeway-${name}${suffix(settings)}`

const isSecure = ({ baseUrl }: CookieSettings) => baseUrl.startsWith('https:')

/** Cookies ignore ports: without the suffix, two servers on one machine would log each other out. */
const suffix = (settings: CookieSettings) => (isSecure(settings) ? '' : `-${new URL(settings.baseUrl).port || '80'}`)
