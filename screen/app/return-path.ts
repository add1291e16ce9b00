import type { DeviceStorage } from '../features/application/index.ts'

const ITEM = 'causeway.place'

/**
 * Remembers the page of a person whom this tab sends to /login, so that signing in returns there (Q46). It is for the
 * same account only, or for the next one to sign in if the account was not known yet. Logging out forgets it.
 */
export function createReturnPath(storage: DeviceStorage) {
  return {
    /** Stores the current page, without its query, which may contain a token. */
    keep(account: string): void {
      const { pathname, hash } = window.location
      storage.setItem(ITEM, JSON.stringify([account, pathname + hash]))
    },
    /** Returns the page, once. */
    take(account: string): string | undefined {
      const [owner, path] = parsed(storage.getItem(ITEM))
      storage.removeItem(ITEM)
      return owner === '' || owner === account ? path : undefined
    },
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
