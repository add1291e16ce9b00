// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw, the } from './drawn-for-test.tsx'
import { LoadingPage } from './loading-page.tsx'

const showPopover = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  HTMLElement.prototype.showPopover = showPopover
})
afterEach(() => vi.useRealTimers())

test('the loading page shows a spinner in the top layer, and not before 300 ms', async () => {
  const page = await draw(<LoadingPage label="Loading your application…" />)
  await act(async () => vi.advanceTimersByTimeAsync(299))
  expect(the('[aria-live=polite]').textContent).toBe('')
  expect(showPopover).not.toHaveBeenCalled()
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(the('[aria-live=polite]').textContent).toBe('Loading your application…')
  expect(the('[aria-live=polite] > div[popover=manual] [class*=spinner]')).toBeTruthy()
  expect(showPopover, proves('2.routes.32')).toHaveBeenCalledOnce()
  await page.remove()
})
