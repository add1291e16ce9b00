// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouter, Link, type Router, RouterView } from './index.ts'

let router: Router
let root: Root
const address = () => window.location.pathname + window.location.search + window.location.hash

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  window.history.replaceState(null, '', '/one?x=1#here')
})
afterEach(() => {
  root.unmount()
  router.dispose()
})

/** Follows a link of the page /one?x=1#here; how many entries this added to the history. */
async function entriesAddedBy(link: { readonly to: string; readonly replace?: boolean }): Promise<number> {
  router = createRouter([{ path: '*', element: <Link {...link}>Follow</Link> }])
  await router.start()
  root = createRoot(document.querySelector('#root') ?? document.body)
  root.render(<RouterView router={router} meanwhile={null} ErrorPage={() => null} />)
  const anchor = await vi.waitFor(() => document.querySelector('a') ?? Promise.reject(new Error('no link yet')))
  const [{ length }, before] = [window.history, router.get().location]
  anchor.click()
  await vi.waitFor(() => expect(router.get().location, 'the link was followed').not.toBe(before))
  return window.history.length - length
}

// Back would seem to do nothing if each press of such a link added the same page again.
test.each(['/one?x=1#here', '?x=1#here', '#here'])('a link to the present address, %s, adds no entry', async (to) => {
  expect(await entriesAddedBy({ to }), 'history entries added').toBe(0)
  expect(address()).toBe('/one?x=1#here')
})

test.each([
  ['/two', '/two'],
  ['/one', '/one'],
  ['/one?x=2#here', '/one?x=2#here'],
  ['#there', '/one?x=1#there'],
])('a link to another address, %s, adds an entry', async (to, opened) => {
  expect(await entriesAddedBy({ to }), 'history entries added').toBe(1)
  expect(address()).toBe(opened)
})

test('a link elsewhere adds no entry where it says that it replaces the present one', async () => {
  expect(await entriesAddedBy({ to: '/two', replace: true }), 'history entries added').toBe(0)
  expect(address()).toBe('/two')
})
