// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, callOnce } from './call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const reply = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const busy = (after?: string) =>
  reply(503, { message: 'Many people are here.', code: 'busy' }, after && { 'retry-after': after })

/** The result of a call that gets these replies in turn, repeating the last one. */
function asked(first: Response, ...rest: Response[]) {
  const replies = [first, ...rest]
  const fetched = vi.fn(async () => (replies.length > 1 ? replies.shift() : replies[0])?.clone())
  vi.stubGlobal('fetch', fetched)
  let outcome = 'open'
  const settle = (promise: Promise<unknown>) =>
    promise.then(
      () => (outcome = 'done'),
      ({ message }) => (outcome = message),
    )
  return { fetched, settle, outcome: () => outcome }
}

test('a call that is refused for load waits as requested and is made again with the same payload', async () => {
  const { fetched, settle, outcome } = asked(busy('2'), busy('5'), reply(200, { message: 'Saved.' }))
  void settle(call('saveAnswers', { first_name: 'Maya' }))
  await pass(1999)
  expect(fetched).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(fetched).toHaveBeenCalledTimes(2)
  await pass(4999)
  expect([fetched.mock.calls.length, outcome()]).toEqual([2, 'open'])
  await pass(1)
  expect([fetched.mock.calls.length, outcome()]).toEqual([3, 'done'])
  expect(new Set(fetched.mock.calls.map((request) => JSON.stringify(request)))).toHaveProperty('size', 1)
})

test('it is made three times at most', async () => {
  const { fetched, settle, outcome } = asked(busy('1'))
  void settle(call('submit'))
  await pass(60_000)
  expect([fetched.mock.calls.length, outcome()]).toEqual([4, 'Many people are here.'])
})

test.each([
  ['does not say when', busy()],
  ['wants more than a minute', busy('61')],
  ['failed', reply(500, { message: 'No disk.', code: 'unexpected' }, { 'retry-after': '1' })],
  ['is behind a proxy that failed', new Response('', { status: 502, headers: { 'retry-after': '1' } })],
  ['limits attempts', reply(429, { message: 'Later.', code: 'too_many' }, { 'retry-after': '1' })],
])('a call to a server that %s is not repeated', async (_, first) => {
  const { fetched, settle, outcome } = asked(first)
  void settle(call('submit'))
  await pass(120_000)
  expect(fetched).toHaveBeenCalledOnce()
  expect(outcome()).not.toBe('open')
})

test('nothing is sent again once another account has logged in', async () => {
  const { fetched, settle, outcome } = asked(busy('1'))
  void settle(call('saveAnswers', { first_name: 'Maya' }))
  await pass(0)
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'CausewayIdentity=b-2'
  await pass(60_000)
  expect([fetched.mock.calls.length, outcome()]).toEqual([1, 'Many people are here.'])
})

test('code that retries by itself does not wait', async () => {
  const { fetched, settle, outcome } = asked(busy('1'))
  void settle(callOnce('pdfStatus'))
  await pass(60_000)
  expect([fetched.mock.calls.length, outcome()]).toEqual([1, 'Many people are here.'])
})
