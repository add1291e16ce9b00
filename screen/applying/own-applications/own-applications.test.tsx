// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../api/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { callsAs, providePageData } from '../../client/index.ts'
import { OwnApplications } from './own-applications.tsx'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const BEFORE = '2026-12-01T18:00:00.000Z'
const END = '2026-12-16T07:00:00.000Z' // of December 15 in Montana
type Own = Reply<'ownApplications'>['applications'][number]
const own: Own = {
  id: 'a-1',
  is_current: true,
  term: 'Spring 2027',
  started_at: BEFORE,
  reference: 'ABCD-2345',
  submitted_at: BEFORE,
  version: 1,
  open_until: END,
  withdrawn_at: null,
  requests: [],
  checklist: [],
}
const request: (typeof own.requests)[number] = {
  ...{ key: 'request_1', title: 'Grades', reason: 'For the term.', until: END, state: 'waiting' },
  ...{ answered_at: null, file_name: null },
}
const asked: Own['checklist'][number] = {
  ...{ kind: 'asked', title: 'Grades', school: null, received_at: null, file_name: null, is_needed: true },
  request: { key: 'request_1', reason: 'For the term.', until: END },
}
let remove = async () => {}
const onOpen = vi.fn(async () => {})
afterEach(async () => {
  await remove()
  vi.unstubAllGlobals()
})

async function draw(applications: readonly Own[], parts: 'all' | 'list'): Promise<void> {
  const { public: institution } = institutionFile
  const data = { institution, identity_cookie_prefix: 'C', release: '1', today: '2026-12-01', now: END }
  providePageData(JSON.parse(JSON.stringify(data)))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  remove = () => act(async () => root.unmount())
  vi.stubGlobal('fetch', async () => Response.json({ applications }))
  const calls = callsAs(() => 'maya')
  await act(async () => root.render(<OwnApplications calls={calls} parts={parts} onRead={() => {}} onOpen={onOpen} />))
}

test.each(['all', 'list'] as const)('what ends with a day is said to be open through it: %s', async (parts) => {
  await draw([own, { ...own, id: 'a-2', is_current: false }], parts)
  const text = document.body.textContent
  expect(text).toContain('Open for changes through December 15, 2026. Sign it again by then.')
  expect(text).not.toMatch(/December 16|12:00/)
})

test('each application is a card with its term and state; one that waits for a document says until when', async () => {
  const waiting = { ...own, id: 'a-2', is_current: false, term: 'Fall 2027', open_until: null }
  const draft = { ...own, reference: null, submitted_at: null, open_until: null, term: '' }
  await draw([draft, { ...waiting, requests: [request], checklist: [asked] }], 'list')
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'No term chosen yetDraft, started December 1, 2026. Not submitted yet.This one is open',
    'Fall 2027Needs a document, open through December 15, 2026ABCD-2345. Submitted December 1, 2026.Open',
  ])
})

test('a card opens its application at the document that it waits for', async () => {
  await draw([own, { ...own, id: 'a-2', is_current: false, requests: [request], checklist: [asked] }], 'list')
  await act(async () => document.querySelector('button')?.click())
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('a-2', 'request_1')
})
