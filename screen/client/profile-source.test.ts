// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../api/index.ts'
import { proves } from '../../testing/proves.ts'
import { createProfileSource } from './profile-source.ts'
import { newProfile } from './testing/index.ts'

const profileOf = (username: string): Profile => ({ ...newProfile, username })
const reply = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const fetched = vi.fn<() => Promise<Response>>()
const onUnauthorized = vi.fn()
const made = () => createProfileSource({ onUnauthorized })
/** Leaves the next call unanswered until the test answers it. */
const holding = () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(promise)
  return resolve
}
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => reply(profileOf('maya')))
  onUnauthorized.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the profile is read once: by several readers at the same time, on focus, and after a year', async () => {
  vi.useFakeTimers()
  const source = made()
  expect(await Promise.all([source.read(), source.read()])).toEqual([profileOf('maya'), profileOf('maya')])
  await vi.advanceTimersByTimeAsync(365 * 24 * 3600_000)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await source.read()).toBe(source.get())
  expect(fetched, proves('4.query.2', '4.query.3')).toHaveBeenCalledOnce()
})

test('the display texts of answers, which the form has, are not sent again', async () => {
  await made().read()
  expect(fetched).toHaveBeenCalledWith(
    '/api/profile',
    expect.objectContaining({ headers: expect.objectContaining({ 'answer-descriptions': 'none' }) }),
  )
})

test('a failure is thrown and not retried; the next reader asks again', async () => {
  vi.useFakeTimers()
  const source = made()
  fetched.mockImplementationOnce(async () => reply({ message: 'No.' }, 500))
  const outcomes = Promise.allSettled([source.read(), source.read()])
  await vi.advanceTimersByTimeAsync(600_000)
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(fetched, proves('4.query.1', '9.retries.2')).toHaveBeenCalledOnce()
  expect(await source.read()).toEqual(profileOf('maya'))
})

test.each(['read', 'refresh'] as const)('a 401 to %s is reported as the end of the session', async (way) => {
  for (const [status, times] of [
    [403, 0],
    [500, 0],
    [401, 1],
  ] as const) {
    fetched.mockImplementationOnce(async () => reply({ message: 'No.' }, status))
    await expect(made()[way]()).rejects.toMatchObject({ status })
    expect(onUnauthorized).toHaveBeenCalledTimes(times)
  }
})

test('a 401 discards the profile; any other failure keeps it', async () => {
  const source = made()
  await source.read()
  fetched.mockImplementationOnce(async () => reply({}, 503))
  await expect(source.refresh()).rejects.toMatchObject({ status: 503 })
  expect(source.get()).toEqual(profileOf('maya'))
  onUnauthorized.mockImplementation(() => expect(source.get()).toBeUndefined())
  fetched.mockImplementationOnce(async () => reply({}, 401))
  await expect(source.refresh()).rejects.toMatchObject({ status: 401 })
  expect(onUnauthorized).toHaveBeenCalledOnce()
  expect(source.get(), proves('4.query.5')).toBeUndefined()
})

test.each([
  ['an answer', 200],
  ['a refusal', 401],
])(
  '%s that arrives after the profile was forgotten is dropped, and a later caller reads their own',
  async (_, status) => {
    const source = made()
    const answer = holding()
    const before = source.read().catch((error: unknown) => error)
    source.forget()
    const answerNext = holding()
    const next = source.read()
    answer(reply(profileOf('maya'), status))
    expect(await before).toMatchObject({ code: 'unauthorized' })
    expect(source.get()).toBeUndefined()
    expect(onUnauthorized).not.toHaveBeenCalled()
    const shared = source.read()
    answerNext(reply(profileOf('noor')))
    expect([await next, await shared]).toEqual([profileOf('noor'), profileOf('noor')])
    expect(source.get()).toEqual(profileOf('noor'))
    expect(fetched).toHaveBeenCalledTimes(2)
  },
)

test('listeners are notified when the profile is read again, changed or forgotten', async () => {
  const source = made()
  const seen: (string | undefined)[] = []
  const end = source.subscribe(() => seen.push(source.get()?.username))
  source.change((profile) => ({ ...profile, username: 'nobody is there to change' }))
  await source.read()
  fetched.mockImplementationOnce(async () => reply(profileOf('maya again')))
  await source.refresh()
  source.change((profile) => ({ ...profile, username: 'maya changed' }))
  source.forget()
  end()
  await source.read()
  expect(seen).toEqual(['maya', 'maya again', 'maya changed', undefined])
})

test('a change in this tab is not undone by a reply to an earlier request', async () => {
  const source = made()
  await source.read()
  const answer = holding()
  const refreshed = source.refresh()
  source.change((profile) => ({ ...profile, username: 'maya changed' }))
  answer(reply(profileOf('maya as she was')))
  expect((await refreshed).username).toBe('maya as she was')
  expect(source.get()?.username).toBe('maya changed')
})
