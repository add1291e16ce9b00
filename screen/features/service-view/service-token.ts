const NAME = 'service_token'

/**
 * The service token this tab reads with, if any (Q38). One in the address is taken out of it at once, before any
 * other request, and kept for this tab alone, so that a refresh works until it expires.
 */
export function takeServiceToken(): string | undefined {
  const address = new URL(window.location.href)
  const given = address.searchParams.get(NAME)
  if (given !== null) {
    address.searchParams.delete(NAME)
    window.history.replaceState(window.history.state, '', address)
    keep(given)
  }
  return given ?? kept()
}

/** This tab is an applicant's again. */
export function forgetServiceToken(): void {
  try {
    window.sessionStorage.removeItem(NAME)
  } catch {
    // A browser that refuses its storage kept nothing.
  }
}

function keep(token: string): void {
  try {
    window.sessionStorage.setItem(NAME, token)
  } catch {
    // Refused: the view stands until it is loaded anew.
  }
}

function kept(): string | undefined {
  try {
    return window.sessionStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined // refused: nothing was kept
  }
}
