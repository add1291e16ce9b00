import { setNonce } from 'get-nonce'

/**
 * Gives the page's style nonce, written by the server into `<meta name="style-nonce">`, to the one library that makes a style element:
 * the scroll lock of an open dialog. Call it once, before the first drawing. Without a nonce on the page nothing happens.
 */
export function feedNonce(page: Document): void {
  const nonce = page.querySelector('meta[name="style-nonce"]')?.getAttribute('content')
  if (nonce) setNonce(nonce)
}
