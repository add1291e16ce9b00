// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile, Reply } from '../../../api/index.ts'
import { withInstitution } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import institutionFile from '../../../institution.json' with { type: 'json' }
import { proves } from '../../../testing/proves.ts'
import { createProfileSource, type ProfileSource } from '../../client/index.ts'
import { newProfile } from '../../client/testing/index.ts'
import { CompletionPage } from './completion.page.tsx'

const { public: institution } = institutionFile

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

const SECOND = 1000
const profile: Profile = {
  ...newProfile,
  answer: {
    first_name: 'Maya',
    entry_term: '202730',
    us_citizen: 'Y',
    ged_transfer: 'D',
    hs_name: 'Sweet Grass County High School',
    college_name: 'Montana Tech',
    college_transcript: 'ANSWERED',
  },
  document_answer: {
    stopintl_copy: { file_name: 'visa.pdf', file_size: 86_016 }, // not asked of a citizen
    college_transcript: { file_name: 'tech.pdf', file_size: 86_016 },
  },
  account_id: 'maya',
  username: 'Maya@Mail.example',
  last_page: '/final-steps',
  successful_login: ['2026-11-21T17:00:00Z'],
  revision: 9,
  submission: { reference: 'KQ4M-7XDR', submitted_at: '2026-11-21T18:00:00Z', version: 1 },
}
const made: Reply<'pdfStatus'> = { status: 'COMPLETED', url: '/documents/application-pdf/1/2/3', message: '' }
const making = (status: 'UNPROCESSED' | 'IN_PROGRESS'): Reply<'pdfStatus'> => ({ status, url: '', message: '' })

let asked = 0
let status: Reply<'pdfStatus'> | Response = made
let profileSource: ProfileSource
const handleAuthError = vi.fn()
let askedFor: string | null = null
let remove = async () => {}
const busy = () =>
  [...document.querySelectorAll('[aria-live]')]
    .slice(-2)
    .map(({ textContent }) => textContent)
    .join('')
const link = () => document.querySelector<HTMLAnchorElement>('a[href^="/documents/application-pdf"]')
/** Lets time pass and renders the result. */
const after = async (milliseconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await act(() => vi.advanceTimersByTimeAsync(1))
}

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:01:00Z') })
  asked = 0
  status = making('UNPROCESSED')
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    if (path === '/api/profile') return Response.json(profile)
    askedFor = new Headers(headers).get('account-id')
    asked += 1
    return status instanceof Response ? status.clone() : Response.json(status)
  })
  const data = { institution, identity_cookie_prefix: 'C', release: '1', today: '2026-11-21', now: new Date().toJSON() }
  document.body.innerHTML = `<script type="application/json" id="institution">${JSON.stringify(data)}</script><div id="root"></div>`
  handleAuthError.mockReset()
  profileSource = createProfileSource({ onUnauthorized: () => {} })
  await profileSource.read()
  const root = createRoot(document.getElementById('root') ?? document.body, { onCaughtError: () => {} })
  await act(async () =>
    root.render(
      <CompletionPage
        form={withInstitution(admissions, institution)}
        profileSource={profileSource}
        handleAuthError={handleAuthError}
        applications={null}
        drawRequest={({ title }) => <input aria-label={title} />}
      />,
    ),
  )
  remove = () => act(async () => root.unmount())
})
afterEach(async () => {
  await remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the page thanks the applicant by name, congratulates, shows the reference number and lists the documents', () => {
  expect(document.querySelector('h1')?.textContent, proves('4.banner.1')).toBe(
    'Thanks, Maya. Your application is\u00a0in.',
  )
  const words = document.body.textContent
  expect(words, proves('4.banner.2')).toContain('Congratulations on finishing the online portion of your application!')
  expect(words, proves('4.banner.2')).toContain('take the last steps')
  expect(document.body.textContent).toContain('KQ4M-7XDR')
  expect(document.body.textContent).toContain('tech.pdf')
})

test('the page says what the application waits for, its term, and when to expect an answer', () => {
  const words = document.body.textContent
  expect(words).toContain('Waiting for your transcripts from Sweet Grass County High School and Montana Tech.')
  expect(document.querySelector('dl')?.textContent).toBe('Your termSpring 2027Your reference numberKQ4M-7XDR')
  expect(document.querySelector('ol')?.textContent).toContain(
    'We’ll email you our decision, usually in four to six weeks.',
  )
})

const rows = () => [...document.querySelectorAll('li[data-state]')].map((each) => each.textContent)

test('the checklist has what is missing, with what to do, and what came, with its day and college', () => {
  expect(rows()).toEqual([
    expect.stringMatching(
      /^Official transcript, Sweet Grass County High SchoolNeededAsk Sweet Grass County High School to send it to the Office of Admissions, Bridger State University, 201 Meridian Hall, /,
    ),
    expect.stringMatching(/^Official transcript, Montana TechNeededAsk Montana Tech to send it/),
    'ApplicationReceived November 21, 2026',
    'Unofficial transcript, Montana TechReceived November 21, 2026: tech.pdf',
  ])
  expect(document.body.textContent).toContain('isn’t listed here yet')
})

test('the links suit the reader', async () => {
  const links = () => [...document.querySelectorAll('main ul a')].map(({ textContent }) => textContent)
  expect(links()).toContain('Apply for aid with the FAFSA')
  expect(links().join(' ')).not.toMatch(/First-year|Registration|international/i)
  await act(async () =>
    profileSource.change((each) => ({ ...each, answer: { ...each.answer, us_citizen: 'N', perm_resident: 'N' } })),
  )
  expect(links()).toContain('For international students')
  expect(links()).not.toContain('Apply for aid with the FAFSA')
})

test('a button copies the reference number, and says so', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const copy = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Copy'))
  await act(async () => copy?.click())
  expect(writeText).toHaveBeenCalledExactlyOnceWith('KQ4M-7XDR')
  expect([...document.querySelectorAll('[aria-live=polite]')].map(({ textContent }) => textContent)).toContain('Copied')
})

test('the status of the PDF is requested each second while it is made, then every ten minutes', async () => {
  await after(150)
  expect(busy(), proves('4.pdf.3')).toContain('We’re making your PDF.')
  await after(SECOND - 150)
  expect(asked, proves('4.pdf.1', '9.polling.2')).toBe(2)
  status = making('IN_PROGRESS')
  await after(2 * SECOND)
  expect(asked, proves('4.pdf.1', '9.polling.2')).toBe(4)
  expect(busy(), proves('4.pdf.3')).toContain('We’re making your PDF.')
  expect(link()).toBeNull()
  status = made
  await after(SECOND)
  expect(asked).toBe(5)
  expect(busy()).toBe('Your PDF is ready.')
  expect(link()?.closest('[aria-live]')).toBeNull()
  await after(598 * SECOND)
  expect(asked, proves('4.pdf.2', '9.polling.2')).toBe(5)
  await after(2 * SECOND)
  expect(asked, proves('4.pdf.2', '9.polling.2')).toBe(6)
})

test('the link opens a new tab, and a click asks for the status again', async () => {
  status = made
  await after(SECOND)
  const before = asked
  expect(link()?.target, proves('4.pdf.5')).toBe('_blank')
  expect(link()?.rel).toContain('noreferrer')
  link()?.addEventListener('click', (event) => event.preventDefault())
  await act(async () => link()?.click())
  expect(asked, proves('4.pdf.6')).toBe(before + 1)
})

test('FAILED raises an error with the reason; it can be tried again', async () => {
  status = { status: 'FAILED', url: '', message: 'The printer is out of ink.' }
  await after(SECOND)
  expect(document.querySelector('[role="alert"]')?.textContent, proves('4.pdf.4')).toContain(
    'The printer is out of ink.',
  )
  expect(document.body.textContent).toContain('We have your application.')
  status = made
  const retry = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
  await act(async () => retry?.click())
  await after(150)
  expect(link()).not.toBeNull()
})

test('the PDF is requested on behalf of this account, and a refusal that concerns the whole tab is reported', async () => {
  status = Response.json({ message: 'Not you.', code: 'other_account' }, { status: 409 })
  await after(SECOND)
  expect(askedFor).toBe(profile.account_id)
  expect(handleAuthError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'other_account', account: profile.account_id }),
    expect.anything(),
  )
})

test('once the profile is forgotten, nothing of the applicant is shown and no status is requested', async () => {
  status = made
  await after(SECOND)
  expect(document.body.textContent).toContain('KQ4M-7XDR')
  const before = asked
  await act(async () => profileSource.forget())
  expect(document.getElementById('root')?.textContent).toBe('')
  await after(1200 * SECOND)
  expect(asked).toBe(before)
})

test('a document that the office waits for is named above everything else, and is added there', async () => {
  expect(document.body.textContent).not.toContain('We need')
  const request: Profile['requests'][number] = {
    ...{ key: 'request_1', title: 'Grades', reason: 'For the fall.', until: '2026-12-16T07:00:00Z', state: 'waiting' },
    ...{ answered_at: null, file_name: null },
  }
  const [other, done] = [
    { ...request, key: 'request_2', until: '2026-12-11T07:00:00Z' },
    { ...request, state: 'answered', answered_at: '2026-12-02T18:00:00Z', file_name: 'fall.pdf' } as const,
  ]
  const ask = (requests: Profile['requests']) => act(async () => profileSource.change((now) => ({ ...now, requests })))
  await ask([request])
  const link = document.querySelector('main a[href="#request_1"]')
  expect(link?.parentElement?.textContent).toBe(
    'We need a document from you: Grades, which you can add through December 15, 2026. See what, and add it',
  )
  expect(rows()[0]).toBe('We need a document from youNeeded, open through December 15, 2026For the fall.')
  expect(document.querySelector('li[data-state] input')?.getAttribute('aria-label')).toBe('Grades')
  await ask([request, other])
  expect(document.body.textContent).toContain(
    'We need 2 documents from you, which you can add through December 10, 2026.',
  )
  document.querySelector('input')?.focus()
  await ask([done])
  expect(rows()).toContain('GradesReceived December 2, 2026: fall.pdfWe have it, thank you: fall.pdf.')
  expect(document.activeElement?.textContent).toContain('We have it, thank you: fall.pdf.')
  expect(document.body.textContent).not.toContain('We need')
})

test('a withdrawn application says so, and asks for nothing more', async () => {
  await act(async () => profileSource.change((each) => ({ ...each, withdrawn_at: '2026-11-22T18:00:00Z' })))
  expect(document.querySelector('h1')?.textContent).toMatch(/You withdrew your application\.$/)
  const headings = [...document.querySelectorAll('h2')].map((each) => each.textContent)
  expect(headings).toContain('Your copy')
  expect(headings.join()).not.toMatch(/What happens next|While you wait/)
  expect(document.body.textContent).not.toContain('Congratulations')
})

test('a newer submission is shown', async () => {
  await act(async () =>
    profileSource.change((each) => ({
      ...each,
      submission: { reference: 'ABCD-2345', submitted_at: '2026-11-21', version: 1 },
    })),
  )
  expect(document.body.textContent).toContain('ABCD-2345')
})
