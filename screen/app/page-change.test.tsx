// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { preloadLazyCode } from '../parts/index.ts'
import { arrivesAt, button, control, open, profileOf, until } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
/** How far the page can be scrolled. */
let room = 5000
beforeEach(async () => {
  room = 5000
  vi.spyOn(window, 'scrollTo').mockImplementation((...to) => scrollBy(Number(to[1])))
  app = await open('/about', { loggedIn: true, server: { profile: profileOf({ last_page: '/about' }) } })
  await until(() => control('#city'))
})
afterEach(() => app.close())

function scrollBy(top: number) {
  Object.defineProperty(window, 'scrollY', { value: Math.min(top, room), configurable: true })
  window.dispatchEvent(new Event('scroll'))
}
const goesTo = async (address: string, go: () => void) => {
  go()
  await arrivesAt(address)
}
const onward = () => goesTo('/education', () => button('Save and Continue').click())

test('a link leads to the top of the page, with the focus on its heading', async () => {
  scrollBy(1200)
  await onward()
  await until(() => expect([window.scrollY, document.activeElement?.tagName]).toEqual([0, 'H1']))
})

test('the banner leaves together with the page, which would jump otherwise', async () => {
  const pages: (string | undefined)[] = []
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[aria-label=Welcome]')) pages.push(document.querySelector('h1')?.textContent)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  expect(document.querySelector('[aria-label=Welcome]')).not.toBeNull()
  await onward()
  await until(() => expect(pages).not.toEqual([]))
  observer.disconnect()
  expect(pages[0]).toBe('Academic History')
})

test('back and forward return to the place on the page and to the control', async () => {
  control('#city').focus()
  scrollBy(1200)
  await onward()
  await until(() => expect(window.scrollY).toBe(0))
  scrollBy(700)
  await goesTo('/about', () => window.history.back())
  await until(() => expect([window.scrollY, document.activeElement?.id]).toEqual([1200, 'city']))
  await goesTo('/education', () => window.history.forward())
  await until(() => expect(window.scrollY).toBe(700))
})

test('a page that is still loading is scrolled once it is long enough, unless the person has moved on', async () => {
  const grown = new Set<() => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly notify: () => void
      constructor(notify: () => void) {
        this.notify = notify
      }
      observe() {
        grown.add(this.notify)
      }
      disconnect() {
        grown.delete(this.notify)
      }
    },
  )
  const returns = async () => {
    room = 5000
    scrollBy(1200)
    await onward()
    await until(() => expect(window.scrollY).toBe(0))
    room = 300
    await goesTo('/about', () => window.history.back())
    await until(() => expect(window.scrollY).toBe(300))
    room = 5000
  }
  await returns()
  for (const notify of grown) notify()
  expect([window.scrollY, grown.size]).toEqual([1200, 0])
  await returns()
  window.dispatchEvent(new Event('wheel'))
  expect([window.scrollY, grown.size]).toEqual([300, 0])
})
