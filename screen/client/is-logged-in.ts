import { pageData } from './page-data.ts'

/**
 * Whether the identity cookie is present: one whose name begins with the identity provider's prefix (requirement
 * 5.auth.17).
 */
export const isLoggedIn = (cookies = document.cookie, prefix = pageData().identity_cookie_prefix): boolean =>
  identity(cookies, prefix) !== undefined

/**
 * The account named by the identity cookie, or '' without one. It changes together with the session, in every tab at
 * once.
 */
export const loggedInAs = (cookies = document.cookie, prefix = pageData().identity_cookie_prefix): string =>
  identity(cookies, prefix)?.replace(/^[^=]*=/, '') ?? ''

/** Removes the identity cookie. This browser then counts as logged out, even while the server cannot be reached. */
export function forgetIdentityCookie(): void {
  const name = identity(document.cookie, pageData().identity_cookie_prefix)?.split('=')[0]
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and needs https
  if (name !== undefined) document.cookie = `${name}=; Path=/; Max-Age=-1`
}

const identity = (cookies: string, prefix: string) => cookies.split('; ').find((each) => each.startsWith(prefix))
