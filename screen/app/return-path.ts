import type { DeviceStorage } from '../features/application/index.ts'

const ITEM = 'causeway.place'

/**
 * Where a person was whom this tab has sent to /login: signing in leads back there (Q46). It is for the same
 * account only; for whoever signs in when the account was not known yet. A person who logs out goes for good.
 */
export function createReturnPath(storage: DeviceStorage) {
  return {
    /** Keeps where this tab is now. A query is not kept: it may hold a token. */
    keep(account: string): void {
      const { pathname, hash } = window.location
      storage.setItem(ITEM, JSON.stringify([account, pathname + hash]))
    },
    /** Gives the place once. */
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
