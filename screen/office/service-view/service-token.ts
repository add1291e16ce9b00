const NAME = 'service_token'

/**
 * The service token of this tab, if any (Q38). A token in the URL is removed from it at once, before any other request,
 * and stored for this tab only, so that a refresh works until the token expires.
 */
export function takeServiceToken(): string | undefined {
  const address = new URL(window.location.href)
  const given = address.searchParams.get(NAME)
  if (given !== null) {
    address.searchParams.delete(NAME)
    window.history.replaceState(window.history.state, '', address)
    keep(given)
  }
  return given ?? storedToken()
}

/** Makes this an applicant's tab again. */
export function forgetServiceToken(): void {
  try {
    window.sessionStorage.removeItem(NAME)
  } catch {
    // If the browser refuses its storage, nothing was stored.
  }
}

function keep(token: string): void {
  try {
    window.sessionStorage.setItem(NAME, token)
  } catch {
    // Storage refused: the view works until the page is reloaded.
  }
}

function storedToken(): string | undefined {
  try {
    return window.sessionStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined // storage refused: nothing was stored
  }
}
