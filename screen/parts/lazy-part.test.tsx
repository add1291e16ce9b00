// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, press } from './drawn-for-test.tsx'
import { lazyPart } from './lazy-part.tsx'
import { LoadingPage, WaitLine } from './loading-page.tsx'

const STILL = 'Still loading. Trying again…'
const AGAIN = 'Part of this page didn’t load. Please check your connection.Try again'
const RELOAD = 'Part of this page needs to reload. Your answers are safe.Reload the page'
const address = 'https://apply.example/assets/school-1.js'

let page: Awaited<ReturnType<typeof draw>>
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await page.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
const missing = () => new TypeError(`Failed to fetch dynamically imported module: ${address}`)
const statusText = () => document.querySelector('[aria-live=polite]')?.textContent

/** Renders a part that loads on the given try. `file` is the server's reply to a request for the file before that. */
async function drawn(comesAt: number, file: () => Promise<Response> = () => Promise.reject(new TypeError('No line.'))) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length < comesAt) throw missing()
    return () => <p id="part">here</p>
  })
  vi.stubGlobal('fetch', file)
  const Part = lazyPart(load, { meanwhile: 'meanwhile' })
  const withLine = (part: ReactNode) => (
    <>
      <WaitLine />
      <div id="page">{part}</div>
    </>
  )
  page = await draw(withLine(null))
  await pass(150) // until the place for its words is known
  await page.redraw(withLine(<Part />))
  await pass(0)
  return load
}
const shown = () => document.querySelector('#page')?.textContent

test('a part that does not load is tried again after 1, 3 and 8 s, and the wait is shown', async () => {
  const load = await drawn(4)
  expect([shown(), statusText()]).toEqual(['meanwhile', STILL])
  for (const [pause, tries] of [
    [999, 1],
    [1, 2],
    [2999, 2],
    [1, 3],
    [7999, 3],
  ] as const) {
    await pass(pause)
    expect([load.mock.calls.length, shown(), statusText()]).toEqual([tries, 'meanwhile', STILL])
  }
  await pass(1)
  expect([load.mock.calls.length, shown(), statusText()]).toEqual([4, 'here', ''])
})

test('a part that was loaded ahead is there at once', async () => {
  const Meanwhile = vi.fn(() => null)
  const Part = lazyPart(async () => () => <p id="part">here</p>, { meanwhile: <Meanwhile /> })
  await Part.preload()
  page = await draw(<Part />)
  expect(document.querySelector('#part')?.textContent).toBe('here')
  expect(Meanwhile).not.toHaveBeenCalled()
})

test('the server can set the delay', async () => {
  const busy = () => Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': '5' } }))
  const load = await drawn(2, busy)
  await pass(4999)
  expect(load).toHaveBeenCalledOnce()
  await pass(1)
  expect(shown()).toBe('here')
})

test('the message about a longer wait replaces the loading page', async () => {
  await drawn(2)
  await page.redraw(
    <>
      <WaitLine />
      <LoadingPage />
    </>,
  )
  await pass(300)
  expect(document.body.textContent).not.toContain('Loading…')
  await pass(1000)
  expect(document.body.textContent).toContain('Loading…')
})

test('after four tries the person is asked, and a press tries again', async () => {
  const load = await drawn(5)
  await pass(12_000)
  expect([load.mock.calls.length, shown(), statusText()]).toEqual([4, 'meanwhile', AGAIN])
  await pass(600_000)
  expect(load).toHaveBeenCalledTimes(4)
  await press('button')
  await pass(0)
  expect([load.mock.calls.length, shown(), statusText()]).toEqual([5, 'here', ''])
})

test('and so does the connection when it returns', async () => {
  await drawn(5)
  await pass(12_000)
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(shown()).toBe('here')
})

test.each([
  ['that another release has taken away', 404, 0],
  ['that is there, and the browser keeps to its failure', 200, 12_000],
])('a part %s needs a reload', async (_, status, after) => {
  await drawn(99, async () => new Response(null, { status }))
  await pass(after)
  expect(statusText()).toBe(RELOAD)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  await press('button')
  expect(reload).toHaveBeenCalledOnce()
})
