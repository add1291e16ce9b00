// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../api/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { callsAs, providePageData } from '../../client/index.ts'
import { OwnApplications } from './own-applications.tsx'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const END = '2026-12-16T07:00:00.000Z' // of December 15 in Montana
const own: Reply<'ownApplications'>['applications'][number] = {
  id: 'a-1',
  is_current: true,
  term: 'Spring 2027',
  started_at: END,
  reference: 'ABCD-2345',
  submitted_at: END,
  version: 1,
  open_until: END,
  withdrawn_at: null,
  requests: [
    { key: 'request_1', title: 'Grades', reason: 'For the term.', until: END, state: 'waiting', file_name: null },
  ],
}
let remove = async () => {}
afterEach(async () => {
  await remove()
  vi.unstubAllGlobals()
})

test.each(['all', 'list'] as const)('what ends with a day is said to be open through it: %s', async (parts) => {
  const { public: institution } = institutionFile
  const data = { institution, identity_cookie_prefix: 'C', release: '1', today: '2026-12-01', now: END }
  providePageData(JSON.parse(JSON.stringify(data)))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  remove = () => act(async () => root.unmount())
  const applications = [own, { ...own, id: 'a-2', is_current: false, requests: [] }]
  vi.stubGlobal('fetch', async () => Response.json({ applications }))
  const calls = callsAs(() => 'maya')
  await act(async () =>
    root.render(<OwnApplications calls={calls} parts={parts} drawRequest={() => null} onRead={() => {}} />),
  )
  const text = document.body.textContent
  if (parts === 'all') expect(text).toContain('You can add it through December 15, 2026.')
  expect(text).toContain('Open for changes through December 15, 2026')
  expect(text).not.toMatch(/December 16|12:00/)
})
