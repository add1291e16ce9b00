import { expect, test, vi } from 'vitest'
import { lazyCode, preloadLazyCode } from './lazy-code.ts'

test('it is loaded once, ahead or when it is needed', async () => {
  const fetch = vi.fn(async () => 'code')
  const lazy = lazyCode(fetch)
  expect(lazy.loaded()).toBeUndefined()
  expect([await lazy.preload(), await lazy.load(), lazy.loaded()]).toEqual(['code', 'code', 'code'])
  expect(fetch).toHaveBeenCalledOnce()
})

test('only marked code is preloaded, and a failure does not stop the rest', async () => {
  const failing = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('No line.'))
  const [failed, other, unmarked] = [
    lazyCode(failing, { preloaded: true }),
    lazyCode(async () => 'other', { preloaded: true }),
    lazyCode(async () => 'unmarked'),
  ]
  await preloadLazyCode()
  expect([failed.loaded(), other.loaded(), unmarked.loaded()]).toEqual([undefined, 'other', undefined])
  failing.mockResolvedValue('at last')
  expect(await failed.load()).toBe('at last')
})

test('code that is marked after the rest was preloaded is preloaded at once', async () => {
  await preloadLazyCode()
  const late = lazyCode(async () => 'late', { preloaded: true })
  await vi.waitFor(() => expect(late.loaded()).toBe('late'))
})
