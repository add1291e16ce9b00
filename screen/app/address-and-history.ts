import type { DeviceStorage } from '../applying/application/index.ts'
import type { Router } from '../router/index.ts'

/** The storage item with the number of the current person. Each history entry is marked with that number. */
const PERSON = 'causeway.era'

/**
 * Removes the data of a person who has left from the browser's history (docs/decisions/0015). Answers passed to a page
 * are removed from its history entry as soon as they arrive. Other data in an entry, such as a username, is removed
 * when somebody returns to it after `forgetPerson`. Call this before creating the router, which reads the entry.
 */
export function createHistoryScrubber(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const person = () => storage.getItem(PERSON) ?? ''
  const emptyFormer = () => {
    const state: unknown = window.history.state
    if (isEntry(state) && (state.person ?? '') !== person()) replace({ ...state, usr: null, person: person() })
  }
  /** Removes passed answers from the entry the router has just written, and marks it; the router has its own copy. */
  const stamp = () => {
    const state: unknown = window.history.state
    if (!isEntry(state)) return
    const { answers: _, ...rest } = state.usr
    if ('answers' in state.usr || state.person !== person()) replace({ ...state, usr: rest, person: person() })
  }
  emptyFormer()
  window.addEventListener('popstate', emptyFormer)
  return {
    watch: (router: Pick<Router, 'get' | 'subscribe'>) =>
      // While a page is about to open, the entry is still that of the page before.
      void router.subscribe(() => router.get().isLoading || stamp()),
    /** Starts the page at another path than the one opened. Call it before creating the router. */
    begin: (path: string, usr: object) =>
      window.history.replaceState({ ...window.history.state, usr, person: person() }, '', path),
    /** Someone has left: the data in all earlier history entries is to be removed. */
    forgetPerson: () => storage.setItem(PERSON, String(Number(person()) + 1)),
  }
}

/** A React Router history entry with state. */
type Entry = { readonly usr: object & { readonly answers?: unknown }; readonly person?: unknown }

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'usr' in state && typeof state.usr === 'object' && state.usr !== null

const replace = (state: unknown) => window.history.replaceState(state, '')

const ITEM = 'causeway.place'

/**
 * Remembers the page of a person whom this tab sends to /login, so that signing in returns there (Q46). It is for the
 * same account only, or for the next one to sign in if the account was not known yet. Logging out forgets it.
 */
export function createReturnPath(storage: DeviceStorage, isFormOpen: () => boolean) {
  let place: string | undefined
  return {
    /** Stores the current page, without its query, which may contain a token. */
    keep(account: string): void {
      const { pathname, hash } = window.location
      storage.setItem(ITEM, JSON.stringify([account, pathname + hash]))
    },
    /** An account has entered: it returns to the stored page, or else to the last one it saved. */
    enter(account: string, lastPage: string): void {
      const [owner, path] = parsed(storage.getItem(ITEM))
      storage.removeItem(ITEM)
      place = (owner === '' || owner === account ? path : undefined) ?? (lastPage || undefined)
    },
    /** The page to return to, until a page of the form has opened: a navigation may be ended by a later one. */
    place: () => place,
    watch: (router: Pick<Router, 'get' | 'subscribe'>) =>
      void router.subscribe(() => {
        if (!router.get().isLoading && isFormOpen()) place = undefined
      }),
    forget: () => storage.removeItem(ITEM),
  }
}

function parsed(text: string | null): readonly [owner?: string, path?: string] {
  try {
    const [owner, path] = JSON.parse(text ?? '[]')
    return typeof owner === 'string' && typeof path === 'string' ? [owner, path] : []
  } catch {
    return [] // another release or a person wrote it
  }
}

/** Where a tab stores the token until its answers have been read, so that a refresh does not lose them. */
const TOKEN_ITEM = 'causeway.link'

/**
 * Reads the temporary token in the URL and removes it there, so that no request, history or screenshot contains it
 * (docs/decisions/0014). Call it before anything else. Without a token in the URL, returns the one this tab has stored.
 */
export function takeToken(storage: DeviceStorage): string | undefined {
  const address = new URL(window.location.href)
  const token = address.searchParams.get('token')
  if (token === null) return storage.getItem(TOKEN_ITEM) ?? undefined
  address.searchParams.delete('token')
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
  if (token === '') return undefined
  storage.setItem(TOKEN_ITEM, token)
  return token
}

/** The answers have been read, or are not wanted. */
export const forgetToken = (storage: DeviceStorage): void => storage.removeItem(TOKEN_ITEM)
