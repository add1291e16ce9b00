import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDurableShelf } from './durable-shelf.ts'
import { createMemoryShelf } from './shelves.ts'

/** As much of a database as the shelf uses; what it keeps stands in `kept`. */
function databaseWith(kept: Map<string, unknown>) {
  const answered = <Result>(result: Result) => {
    const request = { result, onsuccess: () => {}, onerror: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const store = {
    get: (name: string) => answered(kept.get(name)),
    put: (value: unknown, name: string) => kept.set(name, value),
  }
  return { open: () => answered({ transaction: () => ({ objectStore: () => store }) }) }
}

const now = Date.parse('2026-11-21T10:00:00Z')
const opened = async (local: ReturnType<typeof createMemoryShelf>) => {
  const shelf = createDurableShelf(local, 'drafts')
  await shelf.restored
  return shelf
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a browser that is killed before it wrote its local storage to the disk', () => {
  const dying = async (last: (shelf: Awaited<ReturnType<typeof opened>>) => void) => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    const kept = new Map<string, unknown>()
    vi.stubGlobal('indexedDB', databaseWith(kept))
    const local = createMemoryShelf()
    const shelf = await opened(local)
    shelf.setItem('drafts', 'old')
    const onDisk = local.getItem('drafts') ?? ''
    vi.setSystemTime(now + 1000)
    last(shelf)
    await Promise.resolve() // the database writes at once
    local.setItem('drafts', onDisk)
    return opened(local)
  }
  test('has the newest text again', async () => {
    expect((await dying((shelf) => shelf.setItem('drafts', 'new\nlines'))).getItem('drafts')).toBe('new\nlines')
  })
  test('does not bring back what was removed', async () => {
    expect((await dying((shelf) => shelf.removeItem('drafts'))).getItem('drafts')).toBeNull()
  })
})

test('what was removed last does not come back from a database that did not hear of it', async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubGlobal('indexedDB', databaseWith(new Map([['drafts', { at: now - 1, text: 'old' }]])))
  const local = createMemoryShelf()
  local.setItem('drafts', `${now} `)
  expect((await opened(local)).getItem('drafts')).toBeNull()
})

test('without a database it is the shelf it was', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const shelf = await opened(createMemoryShelf())
  shelf.setItem('drafts', 'text')
  shelf.setItem('other', 'plain')
  expect([shelf.getItem('drafts'), shelf.getItem('other')]).toEqual(['text', 'plain'])
  shelf.removeItem('drafts')
  expect(shelf.getItem('drafts')).toBeNull()
})

test('a database that does not answer is not waited for longer than a second', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const { restored } = createDurableShelf(createMemoryShelf(), 'drafts')
  await vi.advanceTimersByTimeAsync(1000)
  await restored
})
