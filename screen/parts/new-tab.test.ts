// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openInNewTab } from './new-tab.ts'

const assign = vi.fn<(url: string) => void>()
let tab: { opener: unknown; location: { replace: (url: string) => void }; close: () => void } | null

beforeEach(() => {
  tab = { opener: window, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() }
  vi.stubGlobal('window', { open: () => tab, location: { assign } })
  assign.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

describe('a new tab', () => {
  test('leads to the address, and knows nothing of this one', async () => {
    await openInNewTab(async () => '/draft')
    expect(tab?.location.replace).toHaveBeenCalledWith('/draft')
    expect([tab?.opener, assign.mock.calls]).toEqual([null, []])
    expect(tab?.close).not.toHaveBeenCalled()
  })

  test('is not left empty without an address or after an error, which is thrown', async () => {
    await openInNewTab(async () => undefined)
    expect(tab?.close).toHaveBeenCalledTimes(1)
    const failing = openInNewTab(() => Promise.reject(new Error('busy')))
    await expect(failing).rejects.toThrow('busy')
    expect(tab?.close).toHaveBeenCalledTimes(2)
    expect(tab?.location.replace).not.toHaveBeenCalled()
  })

  test('that a browser blocks is this one', async () => {
    tab = null
    await openInNewTab(async () => '/draft')
    expect(assign).toHaveBeenCalledWith('/draft')
  })
})
