// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { placeOf, recordOf, suggest } from './look-up.ts'

const found = [{ text: 'Prairie College', id: 'list:prairie', sub_text: 'Havre, Montana' }]
const record = { name: 'Prairie College', ceeb: '4488', address_line_1: '', city: '', state: '', zip: '', country: '' }
const place = { city: 'Missoula', states: ['Montana'] }

const fetched = vi.fn<(path: string) => Promise<Response>>()
const replying = (body: object, status = 200) =>
  fetched.mockResolvedValueOnce(
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

test('asks in the query string', async () => {
  for (const body of [found, record, place]) replying(body)
  expect(await suggest('college_ceeb', 'a & b')).toEqual(found)
  expect(await recordOf('college_ceeb', 'list:prairie')).toEqual(record)
  expect(await placeOf('59801')).toEqual(place)
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([
    '/lookup/find?text=a+%26+b&category=college_ceeb&max_results=5',
    '/lookup/find?id=list%3Aprairie&category=college_ceeb',
    '/lookup/zip?zip=59801',
  ])
})

test.each([
  ['the server fails', 500],
  ['it is asked too often', 429],
  ['nothing is there', 404],
  ['the session is over', 401],
])('is silent when %s', async (_, status) => {
  for (let times = 0; times < 3; times += 1) replying({ message: 'No.', code: 'unexpected' }, status)
  expect(await suggest('address', '9 Elm'), proves('7.lookup.4')).toEqual([])
  expect(await recordOf('address', 'x'), proves('8.lookup.1')).toBeUndefined()
  expect(await placeOf('59801'), proves('8.lookup.1')).toBeUndefined()
})

test('is silent without a network', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await suggest('address', '9 Elm'), proves('7.lookup.4')).toEqual([])
  expect(await recordOf('address', 'x'), proves('8.lookup.1')).toBeUndefined()
  expect(await placeOf('59801')).toBeUndefined()
})

test('asks a busy server again, and gives up after four times', async () => {
  vi.useFakeTimers()
  const busy = { message: 'Busy.', code: 'busy' }
  replying(busy, 503)
  replying(busy, 503)
  replying(found)
  const suggested = suggest('college_ceeb', 'prairie')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await suggested).toEqual(found)
  for (let times = 0; times < 5; times += 1) replying(busy, 503)
  const place = placeOf('59801')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([await place, fetched.mock.calls.length]).toEqual([undefined, 7])
  vi.useRealTimers()
})
