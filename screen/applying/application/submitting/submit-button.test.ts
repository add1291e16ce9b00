// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { form, page, text } from '../../../../engine/index.ts'
import { proves } from '../../../../testing/proves.ts'
import { CallError, callsAs } from '../../../client/index.ts'
import type { Snapshot } from '../applicant/applicant.ts'
import { createApplicant } from '../applicant/create-applicant.ts'
import { createMemoryStorage } from '../drafts/drafts.ts'
import { statusesBefore, submitApplication } from './submit-button.tsx'

const asked = form('1', [
  page('about', 'About', [text('first_name', 'First Name', { required: true }), text('city', 'City')]),
])
const storages = { none: createMemoryStorage(), sensitive: createMemoryStorage(), secret: createMemoryStorage() }
const receipt = { message: 'Received.', reference: 'FQ3E-JW3T', submitted_at: '2026-11-21T10:42:00Z', version: 1 }
const revisions = { previous_revision: 1, revision: 2 }
const lists = { cleared: [], ignored: [], conflicts: {}, superseded: {}, canonical: {} }
const saved = { message: 'Saved.', ...revisions, ...lists, saved_at: '2026-11-21T10:42:00Z' }

afterEach(() => vi.unstubAllGlobals())

/** An applicant whose server replies by path, and the requests it received. */
function made(change: Partial<Snapshot>, replies: Record<string, [status: number, body: unknown]> = {}) {
  const requests: string[] = []
  const known: Record<string, [number, unknown]> = {
    '/api/answer': [200, saved],
    '/api/validations': [200, { message: 'Noted.' }],
    '/api/submit': [200, receipt],
    ...replies,
  }
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    requests.push(`${path} ${body ?? ''}`.trim())
    const [status, reply] = known[path] ?? [500, {}]
    return new Response(JSON.stringify(reply), { status, headers: { 'content-type': 'application/json' } })
  })
  const applicant = createApplicant({
    callsAs,
    form: asked,
    today: '2026-11-21',
    storages,
    isHere: () => true,
    onStopped: () => {},
  })
  applicant.snapshot.set({ ...applicant.snapshot.get(), is_logged_in: true, account_id: 'a', ...change })
  const submit = () =>
    submitApplication(applicant, async (web_status) => void requests.push(`/api/web-status ${web_status}`))
  return { applicant, requests, submit }
}

test('Submit saves, validates and submits, in this order', async () => {
  const { applicant, requests, submit } = made({ web_status: 'started' })
  applicant.store.write('first_name', 'Maya')
  expect(await submit()).toEqual({ outcome: 'submitted', receipt })
  expect(requests, proves('4.status.6', '4.status.7', '4.status.9')).toEqual([
    '/api/answer {"first_name":"Maya"}',
    '/api/web-status validating',
    '/api/submit',
  ])
  expect(applicant.snapshot.get().web_status, proves('4.status.7')).toBe('validating')
})

test('incomplete answers are saved and validated too', async () => {
  const { applicant, requests, submit } = made({ web_status: 'started' })
  applicant.store.write('city', 'Helena')
  expect(await submit()).toEqual({ outcome: 'incomplete' })
  expect(requests, proves('6.student.3', '4.status.8')).toEqual([
    '/api/answer {"city":"Helena"}',
    '/api/web-status validating',
    '/api/validations {"first_name":["First Name"]}',
  ])
})

test('missing answers are posted and shown, and nothing is submitted', async () => {
  const { applicant, requests, submit } = made({ web_status: 'validating' })
  expect(await submit()).toEqual({ outcome: 'incomplete' })
  expect(requests, proves('4.status.8', '7.validations.1')).toEqual(['/api/validations {"first_name":["First Name"]}'])
  expect(applicant.store.problems()).toEqual([{ page: 'about', key: 'first_name', message: 'First Name' }])
})

test.each([
  ['fails', 502],
  ['is refused for load', 503],
])('a report of what is missing that %s changes nothing about the outcome, and is logged', async (_, status) => {
  const data = { release: '1', now: '2026-11-21T10:42:00Z' }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script>`
  const { applicant, requests, submit } = made({ web_status: 'validating' }, { '/api/validations': [status, {}] })
  expect(await submit()).toEqual({ outcome: 'incomplete' })
  expect(applicant.store.problems()).toHaveLength(1)
  await vi.waitFor(() => expect(requests.at(-1)).toMatch(/^\/public\/client-error .*CallError unexpected/))
})

test('nothing is validated before everything is saved', async () => {
  const { applicant, requests, submit } = made({ web_status: 'started' }, { '/api/answer': [500, {}] })
  applicant.store.write('first_name', 'Maya')
  expect(await submit()).toEqual({ outcome: 'not saved' })
  expect(requests.filter((each) => !each.startsWith('/api/answer'))).toEqual([])
  applicant.queue.empty()
})

test('problems that the server finds are shown', async () => {
  const problems = [{ page: 'about', key: 'first_name', message: 'First Name' }]
  const refused = { message: 'We are missing some information!', code: 'incomplete', problems }
  const { applicant, submit } = made({ web_status: 'validating' }, { '/api/submit': [422, refused] })
  applicant.store.receive({ answer: { first_name: 'Maya' } })
  expect(await submit()).toEqual({ outcome: 'incomplete' })
  expect(applicant.store.problems()).toEqual(problems)
})

test('a form that was changed meanwhile is no fault of the answers', async () => {
  const refused = { message: 'We changed the form.', code: 'form_changed', differences: [] }
  const { applicant, submit } = made({ web_status: 'validating' }, { '/api/submit': [409, refused] })
  applicant.store.receive({ answer: { first_name: 'Maya' } })
  expect(await submit()).toEqual({ outcome: 'form changed' })
  expect(applicant.store.problems()).toEqual([])
})

test('any other refusal is thrown', async () => {
  const { applicant, submit } = made(
    { web_status: 'validating' },
    { '/api/submit': [503, { message: 'Busy.', code: 'busy' }] },
  )
  applicant.store.receive({ answer: { first_name: 'Maya' } })
  await expect(submit()).rejects.toThrow(CallError)
})

test.each([
  ['none', ['started', 'validating']],
  ['started', ['validating']],
  ['validating', []],
  ['submitted', []],
] as const)('when the status is %s, %j is posted before the validation', (status, expected) => {
  expect(statusesBefore[status], proves('4.status.1')).toEqual(expected)
})
