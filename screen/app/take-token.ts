/**
 * Reads the temporary token of the address and takes it out of there, so that no request, history or screenshot carries it
 * on (decisions 38). To be called before anything else happens. Undefined without one.
 */
export function takeToken(): string | undefined {
  const address = new URL(window.location.href)
  const token = address.searchParams.get('token')
  if (token === null) return undefined
  address.searchParams.delete('token')
  window.history.replaceState(window.history.state, '', address.pathname + address.search + address.hash)
  return token || undefined
}
