// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { pdfStatusQuery } from './application-pdf.tsx'

const fetched = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const saying =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const state = (status: string) => saying(200, { status, url: '', message: '' })

test.each([
  [1_000, 'UNPROCESSED', state('UNPROCESSED'), ['4.pdf.1', '9.polling.2']],
  [1_000, 'IN_PROGRESS', state('IN_PROGRESS'), ['4.pdf.1', '9.polling.2']],
  [600_000, 'COMPLETED', state('COMPLETED'), ['4.pdf.2', '9.polling.2']],
  [600_000, 'FAILED', state('FAILED'), ['4.pdf.2', '9.polling.2']],
  [7_000, 'a busy server asked for it', saying(503, { code: 'busy' }, { 'retry-after': '7' }), []],
  [10_000, 'a busy server replied', saying(503, { code: 'busy' }), []],
])('the status is requested again %i ms after %s', async (wait, _, reply, ids) => {
  fetched.mockImplementation(reply)
  const end = new QueryObserver(new QueryClient(), { ...pdfStatusQuery('a'), retry: 0 }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(wait - 1)
  expect(fetched, proves(...ids)).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched, proves(...ids)).toHaveBeenCalledTimes(2)
  end()
})
