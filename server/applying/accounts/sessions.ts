import { createHmac, type KeyObject } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Database, type PlaceOf, statement, type Tables } from '../../platform/database/index.ts'
import { cookieAttributes, cookieSuffix, hiddenCookie, hiddenCookieIn } from '../../platform/http/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { isSame } from './account-secrets.ts'
import { IDLE_LIFE, KNOWN_BROWSER_LIFE, SIGN_UP_LIFE } from './lifetimes.ts'

/** Who is signed in, in which session, and until when at most. */
export type SignedIn = {
  readonly accountId: string
  readonly username: string
  readonly sessionId: string
  /** The account, or one of its applications if it has several (docs/decisions/0078). */
  readonly owner: string
  readonly expiresAt: Date
}

/** `touch` counts as activity. Then `language`, if it was chosen on the device, is that of the account from now on. */
export type SessionUse = { readonly touch: boolean; readonly language?: string | undefined }

/** Sessions of applicants: `expiresAt` is the final end and `updatedAt` the last activity. */
export type Sessions = {
  /** The token for the browser. It is signed, so a copy of the table does not open any session. */
  readonly signed: (token: string) => string
  /** The owner of a token. */
  readonly sessionOf: (token: string, use: SessionUse) => Promise<SignedIn | undefined>
  readonly end: (token: string) => Promise<void>
  /** Ends all sessions of an account except the one with this token. */
  readonly endAll: (accountId: string, except: string | undefined, transaction?: Kysely<Tables>) => Promise<void>
}

/**
 * With one application, an account is the owner of what its browsers keep and send. With several, each application is
 * one of its own, so that no tab writes into another than it shows.
 */
export const ownerOfAccount = sql<string>`coalesce((
  select current.account_id || '.' || current.id from application current
  where current.account_id = "user".id
    and exists (select from application former where former.former_account_id = "user".id)
), "user".id)`

const sessionWithToken = statement((db, value: PlaceOf<{ token: string }>) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['user.id as accountId', 'user.email as username', 'user.language', 'session.id as sessionId'])
    .select(['session.expiresAt', 'session.updatedAt', ownerOfAccount.as('owner')])
    .where('session.token', '=', value('token')),
)

const touchSession = statement((db, value: PlaceOf<{ token: string; now: Date; due: Date }>) =>
  db
    .updateTable('session')
    .set({ updatedAt: value('now') })
    .where('token', '=', value('token'))
    .where('updatedAt', '<=', value('due')),
)

const TOUCH_EVERY = 60_000 // ms; more precision is not worth a write with every save

export function createSessions(
  { db }: Pick<Database, 'db'>,
  keyRing: Pick<KeyRing, 'deriveEach'>,
  now: () => Date,
): Sessions {
  const keys = keyRing.deriveEach('sessions')
  const signedBy = (key: KeyObject, token: string) =>
    `${token}.${createHmac('sha256', key).update(token).digest('base64url')}`
  const signed = (token: string) => signedBy(keys[0], token)
  const tokenIn = (given: string) => {
    const [token = ''] = given.split('.')
    return keys.some((key) => isSame(given, signedBy(key, token))) ? token : undefined
  }
  return {
    signed,
    sessionOf: async (given, { touch, language }) => {
      const token = tokenIn(given)
      if (token === undefined) return undefined
      const [found] = await sessionWithToken(db, { token })
      if (found === undefined) return undefined
      const { updatedAt, language: before, ...signedIn } = found
      const idle = now().getTime() - updatedAt.getTime()
      if (now() >= found.expiresAt || idle >= IDLE_LIFE * 1000) return undefined
      if (touch && idle >= TOUCH_EVERY) {
        // Of calls that come at once, one writes. A statement of its own, because it is due once a minute: as a part of
        // every reading it made each a third slower.
        await touchSession(db, { token, now: now(), due: new Date(now().getTime() - TOUCH_EVERY) })
      }
      if (touch && language !== undefined && language !== before)
        await db.updateTable('user').set({ language }).where('id', '=', found.accountId).execute()
      return signedIn
    },
    end: async (given) => {
      const token = tokenIn(given)
      if (token !== undefined) await db.deleteFrom('session').where('token', '=', token).execute()
    },
    endAll: async (accountId, except = '', on = db) => {
      const kept = tokenIn(except) ?? ''
      await on.deleteFrom('session').where('userId', '=', accountId).where('token', '!=', kept).execute()
    },
  }
}

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
