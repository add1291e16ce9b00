// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest'
import example from '../../institution.json' with { type: 'json' }
import { call } from './call.ts'
import { otherEdition, type PageData, providePageData } from './page-data.ts'

afterEach(() => vi.unstubAllGlobals())

/** Makes a call whose reply names this edition as the one in effect; returns the headers that it sent. */
async function replied(active: string | undefined) {
  const headers = { 'content-type': 'application/json', ...(active !== undefined && { 'active-edition': active }) }
  const fetched = vi.fn(async (_path: string, _request: RequestInit) => new Response('{"message":"Bye."}', { headers }))
  vi.stubGlobal('fetch', fetched)
  await call('logout')
  return fetched.mock.lastCall?.[1].headers
}

const page = { identity_cookie_prefix: 'C', release: '1', today: '2026-11-21', now: '2026-11-21T10:42:00Z' }
const provide = (edition: Pick<PageData, 'edition'>) =>
  providePageData({
    ...page,
    ...edition,
    institution: { ...example.public, test_versions: { TOEFL: [], IELTS: [] }, entry_terms: [], majors: [] },
  })

test('each call says which edition its page shows, and hears of another one', async () => {
  provide({})
  expect(await replied('3-c')).not.toHaveProperty('page-edition')
  expect(otherEdition.get()).toBeUndefined()
  provide({ edition: '2-b' })
  expect(await replied('2-b')).toHaveProperty('page-edition', '2-b')
  expect(await replied(undefined)).toHaveProperty('page-edition', '2-b')
  expect(otherEdition.get()).toBeUndefined()
  await replied('3-c')
  expect(otherEdition.get()).toEqual({ tag: '3-c', isRefused: false })
  otherEdition.set({ tag: '3-c', isRefused: true })
  await replied('3-c')
  expect(otherEdition.get()).toEqual({ tag: '3-c', isRefused: true })
  await replied('4-d')
  expect(otherEdition.get()).toEqual({ tag: '4-d', isRefused: false })
})
