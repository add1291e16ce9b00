import { createHmac } from 'node:crypto'
import { type KeyRing, newToken } from '../../platform/secrets/index.ts'
import { isSame } from './is-same.ts'

/**
 * The browsers that have logged in to an account. Only the limits use them: failures of strangers do not count for a
 * known browser. The browser keeps a signed entry for each of its accounts, which names neither the account nor the
 * person.
 */
export type KnownBrowsers = {
  /** The name under which this browser is counted for an account; undefined if it has never logged in to it. */
  readonly nameOf: (cookie: string | undefined, username: string) => string | undefined
  /** The cookie of this browser after a login to the account. */
  readonly withAccount: (cookie: string | undefined, username: string) => string
}

/** A family's computer has few accounts; a computer lab's has many, and only the latest are kept. */
const MAX_ACCOUNTS = 8

export function createKnownBrowsers(keyRing: Pick<KeyRing, 'derive'>): KnownBrowsers {
  const key = keyRing.derive('known browsers')
  const signed = (name: string, username: string) =>
    `${name}.${createHmac('sha256', key).update(`${name} ${username}`).digest('base64url')}`
  const nameIn = (entry: string) => entry.split('.', 1)[0] ?? ''
  const belongsTo = (username: string) => (entry: string) => isSame(entry, signed(nameIn(entry), username))
  const entriesIn = (cookie = '') => cookie.split('~').filter((entry) => entry !== '')
  return {
    nameOf: (cookie, username) => {
      const entry = entriesIn(cookie).slice(0, MAX_ACCOUNTS).find(belongsTo(username))
      return entry === undefined ? undefined : nameIn(entry)
    },
    withAccount: (cookie, username) => {
      const entries = entriesIn(cookie)
      const own = entries.find(belongsTo(username)) ?? signed(newToken(), username)
      return [own, ...entries.filter((entry) => entry !== own)].slice(0, MAX_ACCOUNTS).join('~')
    },
  }
}
