import type { Settings } from '../settings/index.ts'

/** What the browser is given at login. */
export type Session = { readonly token: string; readonly expiresAt: Date; readonly accountId: string }

type Where = Pick<Settings, 'baseUrl' | 'identityCookiePrefix'>

/**
 * The Set-Cookie values of a login: the session itself, out of reach of scripts, and the marker beside it, which holds
 * no secret and tells the screen that somebody is logged in (specification §5), and which account, so that no tab saves
 * one person's answers in another's session. Both live as long as the session.
 */
export function sessionCookies({ settings, session }: { settings: Where; session: Session }): readonly string[] {
  const seconds = Math.max(0, Math.round((session.expiresAt.getTime() - Date.now()) / 1000))
  return cookies(settings, { token: session.token, marker: session.accountId, seconds })
}

/** Set-Cookie values that take both away. */
export const expiredCookies = (settings: Where): readonly string[] =>
  cookies(settings, { token: '', marker: '', seconds: 0 })

/** The token in a Cookie header, undefined when there is none. */
export function sessionTokenFrom(cookieHeader: string | undefined, settings: Where): string | undefined {
  const start = `${sessionCookieName(settings)}=`
  const pair = cookieHeader?.split(';').find((each) => each.trim().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** The name of the marker; it begins with IDENTITY_COOKIE_PREFIX. */
export const markerCookieName = (settings: Where): string => `${settings.identityCookiePrefix}${suffix(settings)}`

function cookies(settings: Where, { token, marker, seconds }: { token: string; marker: string; seconds: number }) {
  const attributes = `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`
  return [
    `${sessionCookieName(settings)}=${token}; ${attributes}; HttpOnly`,
    `${markerCookieName(settings)}=${marker}; ${attributes}`,
  ]
}

/** `__Host-` promises the browser that only this host over TLS has set the cookie (decision 34). */
const sessionCookieName = (settings: Where) =>
  `${isSecure(settings) ? '__Host-' : ''}causeway-session${suffix(settings)}`

const isSecure = ({ baseUrl }: Where) => baseUrl.startsWith('https:')

/** Cookies know no ports: two servers on one machine would log each other out. */
const suffix = (settings: Where) => (isSecure(settings) ? '' : `-${new URL(settings.baseUrl).port || '80'}`)
