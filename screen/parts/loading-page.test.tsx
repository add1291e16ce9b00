// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, the } from './drawn-for-test.tsx'
import { LoadingPage } from './loading-page.tsx'

const showPopover = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  HTMLElement.prototype.showPopover = showPopover
})
afterEach(() => vi.useRealTimers())

test('[2.routes.32] the loading page enters the top layer, and not before 300 ms', async () => {
  const page = await draw(<LoadingPage label="Loading your application…" />)
  await act(async () => vi.advanceTimersByTimeAsync(299))
  expect(the('[role=status]').textContent).toBe('')
  expect(showPopover).not.toHaveBeenCalled()
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(the('[role=status]').textContent).toBe('Loading your application…')
  expect(the('[role=status] > div').getAttribute('popover')).toBe('manual')
  expect(showPopover).toHaveBeenCalledOnce()
  await page.remove()
})
