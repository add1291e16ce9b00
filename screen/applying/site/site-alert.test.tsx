// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const text = 'The office is closed.'
const minute = 60_000
const hours = 60 * minute
const alert = { text, start: '2026-12-24T17:00:00Z', end: '2026-12-24T19:00:00Z' }

afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
})

/** Renders the banner on a page whose server says `now`, in a browser whose clock is `ahead` milliseconds fast. */
async function drawAt(now: string, institutionAlert: typeof alert | null, ahead = 0) {
  vi.useFakeTimers({ now: Date.parse(now) + ahead })
  const data = JSON.stringify({ institution: { alert: institutionAlert }, now })
  document.body.innerHTML = `<script type="application/json" id="institution">${data}</script><div id="root"></div>`
  vi.resetModules() // a page reads its data once
  const { SiteAlert } = await import('./site-alert.tsx')
  const host = document.querySelector('#root')
  if (host === null) throw new Error('No place to draw.')
  const root = createRoot(host)
  await act(async () => root.render(<SiteAlert />))
  /** In steps, because React does not render in the middle of one. */
  const pass = async (time: number) => {
    for (let left = time; left > 0; left -= minute) {
      await act(async () => vi.advanceTimersByTimeAsync(Math.min(left, minute)))
    }
  }
  return { host, pass, remove: () => act(async () => root.unmount()) }
}

test.each([0, 5 * hours, -5 * hours])(
  'it starts and ends by the clock of the server, with the browser %i ms ahead',
  async (ahead) => {
    const { host, pass, remove } = await drawAt('2026-12-24T16:00:00Z', alert, ahead)
    expect(host.textContent).toBe('')
    await pass(hours - 1)
    expect(host.textContent, proves('4.alert.2')).toBe('')
    await pass(1)
    expect(host.querySelector('section[aria-label]')?.textContent, proves('4.alert.2')).toBe(text)
    await pass(2 * hours - 1)
    expect(host.textContent, proves('4.alert.2')).toBe(text)
    await pass(1)
    expect(host.textContent, proves('4.alert.2')).toBe('')
    expect(vi.getTimerCount()).toBe(0)
    await remove()
  },
)

test('without an alert nothing is shown and no timer runs', async () => {
  const { host, remove } = await drawAt('2026-12-24T17:30:00Z', null)
  expect(host.innerHTML, proves('4.alert.1')).toBe('')
  expect(vi.getTimerCount()).toBe(0)
  await remove()
})
