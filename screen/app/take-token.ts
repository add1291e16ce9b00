import type { DeviceStorage } from '../applying/application/index.ts'

/** Where a tab stores the token until its answers have been read, so that a refresh does not lose them. */
const ITEM = 'causeway.link'

/**
 * Reads the temporary token in the URL and removes it there, so that no request, history or screenshot contains it
 * (docs/decisions/0014). Call it before anything else. Without a token in the URL, returns the one this tab has stored.
 */
export function takeToken(storage: DeviceStorage): string | undefined {
  const address = new URL(window.location.href)
  const token = address.searchParams.get('token')
  if (token === null) return storage.getItem(ITEM) ?? undefined
  address.searchParams.delete('token')
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
  if (token === '') return undefined
  storage.setItem(ITEM, token)
  return token
}

/** The answers have been read, or are not wanted. */
export const forgetToken = (storage: DeviceStorage): void => storage.removeItem(ITEM)
