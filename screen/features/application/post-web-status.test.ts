// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/index.ts'
import { postWebStatus } from './post-web-status.ts'

const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const replying = (status: number) => () =>
  Promise.resolve(new Response('{}', { status, headers: { 'content-type': 'application/json' } }))
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

async function post(): Promise<'posted' | 'failed'> {
  const outcome = postWebStatus(createQueryClient({ onUnauthorized: () => {} }), 'started').then(
    () => 'posted' as const,
    () => 'failed' as const,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

test.each([
  ['gets through at once', [replying(200)], 1, 'posted'],
  ['gets through at the last attempt', [unreachable, replying(503), replying(200)], 3, 'posted'],
  ['never gets through', [unreachable, replying(500), replying(502), replying(200)], 3, 'failed'],
  ['is refused', [replying(409)], 1, 'failed'],
  ['meets the end of the session', [replying(401)], 1, 'failed'],
])('[4.status.4] [9.retries.1] a status that %s: %#', async (_, replies, times, outcome) => {
  for (const reply of replies) fetched.mockImplementationOnce(reply)
  expect(await post()).toBe(outcome)
  expect(fetched.mock.calls.map(([path, { method, body }]) => [method, path, body])).toEqual(
    Array(times).fill(['POST', '/api/web-status', '{"web_status":"started"}']),
  )
})
