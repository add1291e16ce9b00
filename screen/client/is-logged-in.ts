import { pageData } from './page-data.ts'

/** Whether the marker cookie is there: one whose name begins with the identity provider's prefix (specification §5). */
export const isLoggedIn = (cookies = document.cookie, prefix = pageData().identity_cookie_prefix): boolean =>
  cookies.split('; ').some((each) => each.startsWith(prefix))
