import type { Settings } from '../../platform/settings/index.ts'
import { KNOWN_BROWSER_LIFE, SIGN_UP_LIFE } from './lifetimes.ts'

/** What the browser is given at login. */
export type Session = { readonly token: string; readonly expiresAt: Date; readonly accountId: string }

type CookieSettings = Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>

/**
 * The Set-Cookie values of a login: the session itself, out of reach of scripts, and the identity cookie beside it, which holds
 * no secret and tells the screen that somebody is logged in (5.auth.17), and which account, so that no tab saves
 * one person's answers in another's session. Both live as long as the session.
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

/** Set-Cookie values that take both away. */
export const expiredCookies = (settings: CookieSettings): readonly string[] =>
  sessionAndIdentityCookies(settings, { token: '', identity: '', seconds: 0 })

/** The token in a Cookie header, undefined when there is none. */
export const sessionTokenFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  cookieIn(cookieHeader, hiddenName(settings, 'session'))

/** The cookie of a sign-up, which proves it when its code is entered; empty, it is taken away. */
export const signUpCookie = (settings: CookieSettings, proof: string): string =>
  hiddenCookie(settings, 'sign-up', proof, proof === '' ? 0 : SIGN_UP_LIFE)
export const signUpProofFrom = (cookieHeader: string | undefined, settings: CookieSettings): string | undefined =>
  cookieIn(cookieHeader, hiddenName(settings, 'sign-up'))

/** The cookie by which a browser is known that somebody has logged in with. */
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

/** A cookie that no script reads. */
const hiddenCookie = (settings: CookieSettings, name: Hidden, value: string, seconds: number) =>
  `${hiddenName(settings, name)}=${value}; ${attributes(settings, seconds)}; HttpOnly`

const attributes = (settings: CookieSettings, seconds: number) =>
  `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`

function cookieIn(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const pair = header?.split(';').find((each) => each.trim().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** `__Host-` promises the browser that only this host over TLS has set the cookie. */
const hiddenName = (settings: CookieSettings, name: Hidden) =>
  `${isSecure(settings) ? '__Host-' : ''}causeway-${name}${suffix(settings)}`

const isSecure = ({ baseUrl }: CookieSettings) => baseUrl.startsWith('https:')

/** Cookies know no ports: two servers on one machine would log each other out. */
const suffix = (settings: CookieSettings) => (isSecure(settings) ? '' : `-${new URL(settings.baseUrl).port || '80'}`)
