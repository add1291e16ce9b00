// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { draw } from './drawn-for-test.tsx'
import { Loading } from './loading.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['a spinner', 'spinner', 0],
  ['circles', 'circles', 3],
] as const)('loading is drawn as %s', async (_name, type, circles) => {
  const page = await draw(<Loading type={type} label="Loading…" />)
  const drawing = page.host.querySelector('[aria-hidden=true]')
  expect(drawing?.className, proves('3.state.23')).toContain(type)
  expect(drawing?.querySelectorAll('i'), proves('3.state.23')).toHaveLength(circles)
  await act(async () => vi.advanceTimersByTimeAsync(299))
  expect(page.host.querySelector('[aria-live]')?.textContent, 'a fast page says nothing').toBe('')
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(page.host.querySelector('[aria-live]')?.textContent).toBe('Loading…')
  await page.redraw(<Loading type={type} />)
  expect(page.host.querySelector('[aria-live]')).toBeNull()
  await page.remove()
})
