import { setNonce } from 'get-nonce'

/**
 * Passes the page's style nonce, which the server writes into `<meta name="style-nonce">`, to the one library that
 * creates a style element: the scroll lock of an open dialog. Call it once, before the first render. Without a nonce on
 * the page it does nothing.
 */
export function feedNonce(page: Document): void {
  const nonce = page.querySelector('meta[name="style-nonce"]')?.getAttribute('content')
  if (nonce) setNonce(nonce)
}
