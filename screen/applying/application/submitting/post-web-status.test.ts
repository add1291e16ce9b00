// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../../testing/proves.ts'
import { callsAs } from '../../../client/index.ts'
import { postWebStatus } from './post-web-status.ts'

const marked = (account: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server sets in the product
  document.cookie = account ? `Marker-1=${account}; Path=/` : 'Marker-1=; Path=/; Max-Age=-1'
}
const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  document.body.innerHTML = `<script type="application/json" id="institution">{"identity_cookie_prefix":"Marker"}</script>`
  marked('maya')
})
afterEach(() => {
  marked('')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const replying = (status: number) => () =>
  Promise.resolve(new Response('{}', { status, headers: { 'content-type': 'application/json' } }))
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

async function post(): Promise<'posted' | 'failed'> {
  const outcome = postWebStatus('started', callsAs(() => 'maya').call).then(
    () => 'posted' as const,
    () => 'failed' as const,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

test.each([
  ['gets through at once is posted once', [replying(200)], 1, 'posted'],
  ['gets through at the last attempt is posted three times', [unreachable, replying(503), replying(200)], 3, 'posted'],
  [
    'never gets through is given up after three attempts',
    [unreachable, replying(500), replying(502), replying(200)],
    3,
    'failed',
  ],
  ['is refused is not posted again', [replying(409)], 1, 'failed'],
  ['meets the end of the session is not posted again', [replying(401)], 1, 'failed'],
])('a status that %s', async (_, replies, times, outcome) => {
  for (const reply of replies) fetched.mockImplementationOnce(reply)
  expect(await post(), proves('4.status.4')).toBe(outcome)
  const calls = fetched.mock.calls.map(([path, { method, body }]) => [method, path, body])
  expect(calls, proves('4.status.4', '9.retries.1')).toEqual(
    Array(times).fill(['POST', '/api/web-status', '{"web_status":"started"}']),
  )
})

test('it waits one second before the second attempt and two before the third', async () => {
  fetched.mockImplementation(unreachable)
  const outcome = postWebStatus('started', callsAs(() => 'maya').call).catch(() => 'failed')
  const times: number[] = []
  for (const wait of [0, 999, 1, 1999, 1, 60_000]) {
    await vi.advanceTimersByTimeAsync(wait)
    times.push(fetched.mock.calls.length)
  }
  expect(times, proves('9.retries.1')).toEqual([1, 1, 2, 2, 3, 3])
  expect(await outcome).toBe('failed')
})

test.each([['noor'], ['']])('it is not retried once the account in the browser is "%s"', async (account) => {
  fetched.mockImplementation(unreachable)
  const outcome = postWebStatus('started', callsAs(() => 'maya').call).catch(() => 'failed')
  marked(account)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toBe('failed')
  expect(fetched).toHaveBeenCalledOnce()
})
