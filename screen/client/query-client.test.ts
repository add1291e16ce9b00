import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { CallError } from './call-error.ts'
import { createQueryClient } from './query-client.ts'

const handleAuthError = vi.fn()
const made = () => {
  const client = createQueryClient(handleAuthError)
  const queryFn = vi.fn(async () => 'answered')
  const query = { queryKey: ['question'], queryFn }
  return { client, queryFn, query }
}
afterEach(() => {
  handleAuthError.mockReset()
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

test('a query that fails is not retried', async () => {
  vi.useFakeTimers()
  const { client, queryFn, query } = made()
  queryFn.mockRejectedValue(new CallError('busy', 503, 'Busy.'))
  const outcome = client.fetchQuery(query).catch(() => 'failed')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await outcome).toBe('failed')
  expect(queryFn, proves('4.query.1', '9.retries.2')).toHaveBeenCalledOnce()
})

test('a result is not requested again: not after a year, for a second component or on focus', async () => {
  vi.useFakeTimers()
  const { client, queryFn, query } = made()
  client.mount()
  const first = new QueryObserver(client, query)
  first.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  vi.setSystemTime(Date.now() + 365 * 24 * 3600_000)
  new QueryObserver(client, query).subscribe(() => {})
  const { focusManager } = await import('@tanstack/react-query')
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(first.getCurrentResult(), proves('4.query.2')).toMatchObject({ data: 'answered', isStale: false })
  expect(queryFn, proves('4.query.3')).toHaveBeenCalledOnce()
  client.unmount()
})

test('a query is sent even when the browser reports that there is no network', async () => {
  const { client, queryFn, query } = made()
  onlineManager.setOnline(false)
  expect(await client.fetchQuery(query)).toBe('answered')
  expect(queryFn).toHaveBeenCalledOnce()
})

test.each([401, 409, 500])('a query refused with status %i is reported once', async (status) => {
  const { client, queryFn, query } = made()
  queryFn.mockRejectedValue(new CallError('unexpected', status, 'No.'))
  await expect(client.fetchQuery(query)).rejects.toThrow('No.')
  expect(handleAuthError.mock.calls.map(([error]) => error)).toEqual([expect.objectContaining({ status })])
})

test('errors of queries go to the error boundary', () => {
  const { client, query } = made()
  expect(client.defaultQueryOptions(query).throwOnError, proves('4.query.4')).toBe(true)
})

test('a result that no component shows is dropped', async () => {
  vi.useFakeTimers()
  const { client, query } = made()
  const end = new QueryObserver(client, query).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryCache().getAll()).toHaveLength(1)
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryCache().getAll()).toEqual([])
})
