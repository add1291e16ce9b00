const ITEM = 'causeway.phone'

/**
 * The token of the link that opened this page, which is removed from the address at once, so that no screenshot or
 * history has it. It is kept for this tab, so that the page can be reloaded. Empty if there is none.
 */
export function takePhoneToken(): string {
  const { hash, pathname } = window.location
  const given = hash.slice(1)
  try {
    if (given !== '') window.sessionStorage.setItem(ITEM, given)
    else return window.sessionStorage.getItem(ITEM) ?? ''
  } catch {
    // The browser refuses its storage: the page works until it is reloaded.
  }
  window.history.replaceState(window.history.state, '', pathname)
  return given
}
