import type { Settings } from '../settings/index.ts'

/**
 * The value of Clear-Site-Data at a log-out: what the browser keeps to show a page again, also when somebody goes back.
 * Not "storage": other people's drafts, and those of visitors, are there (docs/decisions/0015).
 */
export const CLEARED_AT_LOG_OUT = '"cache"'

type CookieSettings = Pick<Settings, 'baseUrl'>

/** What a hidden cookie is for. */
type Hidden = 'session' | 'sign-up' | 'browser' | 'staff' | 'staff-sign-in'

/** The Set-Cookie value of a cookie that scripts cannot read. */
export const hiddenCookie = (settings: CookieSettings, name: Hidden, value: string, seconds: number): string =>
  `${hiddenName(settings, name)}=${value}; ${cookieAttributes(settings, seconds)}; HttpOnly`

/** The value of a hidden cookie in a Cookie header; undefined if there is none. */
export function hiddenCookieIn(header: string | undefined, settings: CookieSettings, name: Hidden): string | undefined {
  const start = `${hiddenName(settings, name)}=`
  const pair = header?.split(';').find((each) => each.trim().startsWith(start))
  return pair?.trim().slice(start.length) || undefined
}

/** The attributes of every cookie. 0 seconds removes it. */
export const cookieAttributes = (settings: CookieSettings, seconds: number): string =>
  `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`

/**
 * The language in which the device goes on: one that somebody chose there, as by a link, or that of an account, which the
 * next account to log in there does not take over. The screen writes the same when a language is chosen on a page.
 */
export const languageCookie = (settings: CookieSettings, language: string, of: 'device' | 'account'): string =>
  `causeway_language=${of === 'account' ? 'account.' : ''}${language}; ${cookieAttributes(settings, LANGUAGE_LIFE)}`

const LANGUAGE_LIFE = 31_536_000 // seconds, a year

/** Cookies ignore ports: without this at the end of a name, two servers on one machine would log each other out. */
export const cookieSuffix = (settings: CookieSettings): string =>
  isSecure(settings) ? '' : `-${new URL(settings.baseUrl).port || '80'}`

/** With the prefix `__Host-`, browsers accept the cookie only from this host over TLS. */
const hiddenName = (settings: CookieSettings, name: Hidden) =>
  `${isSecure(settings) ? '__Host-' : ''}causeway-${name}${cookieSuffix(settings)}`

const isSecure = ({ baseUrl }: CookieSettings) => baseUrl.startsWith('https:')
