import type { Settings } from '../../../platform/settings/index.ts'
import { staffOrigin } from '../staff-origin.ts'

const HOME = '/staff'
const LONGEST = 1000 // characters; it travels in a cookie

/** Where to go after signing in: a path of the desk. Anything else becomes the desk itself. */
export function returnPath(settings: Pick<Settings, 'baseUrl'> & Partial<Settings>, given: unknown): string {
  const origin = staffOrigin(settings)
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, origin)) return HOME
  const url = new URL(given, origin)
  const path = `${url.pathname}${url.search}${url.hash}`
  const isOfDesk = url.origin === origin && /^\/staff(\/|$)/.test(url.pathname) && !loops.has(url.pathname)
  return isOfDesk && path.length <= LONGEST ? path : HOME
}

/** Returning there would sign in again and again. */
const loops: ReadonlySet<string> = new Set(['/staff/sign-in', '/staff/callback'])
