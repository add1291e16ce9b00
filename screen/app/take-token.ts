import type { DeviceStorage } from '../features/application/index.ts'

/** Where a tab keeps the token until its answers have come: a refresh in between must not lose them. */
const ITEM = 'causeway.link'

/**
 * Reads the temporary token of the address and takes it out of there, so that no request, history or screenshot carries it
 * on (docs/decisions/0014). To be called before anything else happens. Without one, gives the one that this tab still keeps.
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
