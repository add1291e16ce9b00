import type { DeviceStorage } from '../applying/application/index.ts'
import type { Router } from '../router/index.ts'

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
