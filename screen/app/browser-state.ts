import type { Form } from '../../engine/index.ts'
import { loggedInAs } from '../client/index.ts'
import type { BrowserState } from './presence.ts'

const cards: readonly string[] = ['/signup', '/confirm', '/login', '/forgot']

/** The current state of this browser. */
export function readBrowserState({ pages }: Form): BrowserState {
  const { pathname } = window.location
  const cookie = loggedInAs()
  if (pages.some(({ slug }) => `/${slug}` === pathname)) return { cookie, page: 'form' }
  if (pathname === '/' || pathname === '/completion') return { cookie, page: 'start' }
  if (pathname === '/reset') return { cookie, page: 'reset' }
  return { cookie, page: cards.includes(pathname) ? 'card' : 'other' }
}
