// @vitest-environment happy-dom
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../api/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { proves } from '../../../testing/proves.ts'
import { ServiceView } from './service-view.page.tsx'

const { public: institution } = institutionFile

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const view: Reply<'serviceView'> = {
  answer: { first_name: 'Maya' },
  add_another: {},
  document_answer: {},
  tabs: {},
  pages: [],
  as_read: null,
  submission: null,
  withdrawn_at: null,
  expires_at: '2026-11-21T19:00:00Z',
}
let remove = async () => {}

async function shown(status: number, body: object) {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:00:00Z') })
  const fetched = vi.fn(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  const data = { institution, identity_cookie_prefix: 'C', release: '1', today: '2026-11-21', now: new Date().toJSON() }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script><div id="root"></div>`
  const root = createRoot(document.getElementById('root') ?? document.body, { onCaughtError: () => {} })
  remove = () => act(async () => root.unmount())
  const handleAuthError = vi.fn()
  await act(async () =>
    root.render(
      <StrictMode>
        <ServiceView token="t" mark={null} handleAuthError={handleAuthError} />
      </StrictMode>,
    ),
  )
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  return {
    asked: () => fetched.mock.calls.length,
    handleAuthError,
    words: document.getElementById('root')?.textContent,
  }
}
afterEach(async () => {
  await remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the application is requested once, however often the page is mounted and focused, and is shown', async () => {
  const { asked, words, handleAuthError } = await shown(200, view) // strict mode mounts it twice
  expect(words).toContain('Maya')
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(asked(), proves('4.query.3')).toBe(1)
  expect(handleAuthError).not.toHaveBeenCalled()
})

test('of a withdrawn application the first word is that it was withdrawn', async () => {
  const submission = { reference: 'KQ4M-7XDR', version: 1, submitted_at: '2026-11-20T18:00:00Z' }
  const { words } = await shown(200, { ...view, submission, withdrawn_at: '2026-11-21T17:00:00Z' })
  expect(words).toMatch(/^Withdrawn by the applicant, November 21, 2026 at \d+:\d\d [AP]M MST/)
  expect(words).toContain('Every answer as signed.')
})

test('of one that was answered in Spanish the pages are shown in English, and on a press as they were read', async () => {
  const page = (title: string) => ({ slug: 'about', title, rows: [] })
  const as_read = { language: 'es', pages: [page('Información personal')] }
  await shown(200, { ...view, pages: [page('Personal Info')], as_read })
  const titles = () => [...document.querySelectorAll('section')].map((each) => [each.lang, each.textContent])
  const press = () => act(async () => document.querySelector<HTMLElement>('main button')?.click())
  expect(document.body.textContent).toContain('The applicant answered in Spanish.')
  expect(titles()).toEqual([['en', 'Personal Info']])
  await press()
  expect(titles()).toEqual([['es', 'Información personal']])
  await press()
  expect(titles()).toEqual([['en', 'Personal Info']])
})

test.each([401, 500])('an error with status %i is shown instead, reported once, and not retried', async (status) => {
  const { asked, words, handleAuthError } = await shown(status, { message: 'Not just now.' })
  expect(words, proves('4.query.4')).toContain('Not just now.')
  expect(asked(), proves('4.query.1')).toBe(1)
  expect(handleAuthError.mock.calls.map(([error]) => error)).toEqual([expect.objectContaining({ status })])
})
