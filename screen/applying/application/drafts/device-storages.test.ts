import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDurableStorage, createMemoryStorage } from './device-storages.ts'

/** The parts of a database that the storage uses; `items` holds its content. */
function databaseWith(items: Map<string, unknown>) {
  const answered = <Result>(result: Result) => {
    const request = { result, onsuccess: () => {}, onerror: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const store = {
    get: (name: string) => answered(items.get(name)),
    put: (value: unknown, name: string) => items.set(name, value),
  }
  return { open: () => answered({ transaction: () => ({ objectStore: () => store }) }) }
}

const now = Date.parse('2026-11-21T10:00:00Z')
const opened = async (local: ReturnType<typeof createMemoryStorage>) => {
  const storage = createDurableStorage(local, 'drafts')
  await storage.restored
  return storage
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe.each([
  ['a second later', 1000],
  ['while its clock is set back by a day', -86_400_000],
  ['in the same millisecond', 0],
])('a browser that is killed before it writes local storage to disk, %s', (_, later) => {
  const dying = async (last: (storage: Awaited<ReturnType<typeof opened>>) => void) => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    const items = new Map<string, unknown>()
    vi.stubGlobal('indexedDB', databaseWith(items))
    const local = createMemoryStorage()
    const storage = await opened(local)
    storage.setItem('drafts', 'old')
    const onDisk = local.getItem('drafts') ?? ''
    vi.setSystemTime(now + later)
    last(storage)
    await Promise.resolve() // the database writes at once
    local.setItem('drafts', onDisk)
    return opened(local)
  }
  test('restores the newest text', async () => {
    expect((await dying((storage) => storage.setItem('drafts', 'new\nlines'))).getItem('drafts')).toBe('new\nlines')
  })
  test('does not restore a removed item', async () => {
    expect((await dying((storage) => storage.removeItem('drafts'))).getItem('drafts')).toBeNull()
  })
})

test('a removed item does not come back from a database that missed the removal', async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubGlobal('indexedDB', databaseWith(new Map([['drafts', { at: now - 1, text: 'old' }]])))
  const local = createMemoryStorage()
  local.setItem('drafts', `${now} `)
  expect((await opened(local)).getItem('drafts')).toBeNull()
})

test('without a database it works like the given storage', async () => {
  vi.stubGlobal('indexedDB', undefined)
  const storage = await opened(createMemoryStorage())
  storage.setItem('drafts', 'text')
  storage.setItem('other', 'plain')
  expect([storage.getItem('drafts'), storage.getItem('other')]).toEqual(['text', 'plain'])
  storage.removeItem('drafts')
  expect(storage.getItem('drafts')).toBeNull()
})

test('it waits at most a second for a database that does not reply', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const { restored } = createDurableStorage(createMemoryStorage(), 'drafts')
  await vi.advanceTimersByTimeAsync(1000)
  await restored
})
