// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { domestic } from '../../form/testing/index.ts'
import institutionFile from '../../institution.json' with { type: 'json' }
import { proves } from '../../testing/proves.ts'
import { type PageData, providePageData } from '../client/index.ts'
import { preloadLazyCode } from '../parts/index.ts'
import { button, control, link, open, profileOf, refusing, until, wordsOf } from './opened-for-test.tsx'

beforeAll(preloadLazyCode)

let app: Awaited<ReturnType<typeof open>>
afterEach(() => app.close())

const dates = { 202730: { closes: '2026-11-20' }, 202770: { opens: '2026-12-01' } }
const CLOSED = 'Spring 2027 closed on November 20, 2026. Please choose another term.'

type Profile = Parameters<typeof profileOf>[0]
const opened = async (
  profile: Profile,
  data: Partial<PageData> = {},
  term_dates: object = dates,
  path = '/about',
  server = {},
) => {
  const [today, now] = ['2026-11-21', '2026-11-21T08:00:00Z']
  // JSON widens the pairs of its lists to arrays.
  const institution = { ...institutionFile.public, term_dates } as unknown as PageData['institution']
  providePageData({ institution, identity_cookie_prefix: 'CausewayIdentity', release: '1', today, now, ...data })
  app = await open(path, { loggedIn: true, server: { profile: profileOf({ last_page: path, ...profile }), ...server } })
  await until(() => control('form'))
}
const notices = () => [...document.querySelectorAll('main [role=alert], main [aria-live]')].map(wordsOf).join(' ')
const labels = () => [...document.querySelectorAll('#entry_term option')].map(wordsOf)
const validating = (['started', 'validating'] as const).map((web_status) => ({
  web_status,
  at: '2026-11-20T08:00:00Z',
}))

test('a term that has closed is not offered', async () => {
  await opened({})
  await until(() => expect(labels()).toContain('Spring 2028')) // drawn after the chosen option
  expect(labels(), proves('4.terms.1')).toEqual(['--', 'Summer 2027', 'Fall 2027 (not open yet)', 'Spring 2028'])
  expect(notices()).not.toContain('closed')
})

test('whoever has chosen it keeps the answer, and is told at once', async () => {
  await opened({ answer: { entry_term: '202730' } })
  await until(() => expect(labels()).toContain('Spring 2028'))
  expect(labels(), proves('4.terms.2')).toContain('Spring 2027 (closed)')
  expect(Reflect.get(control('#entry_term'), 'value'), proves('4.terms.2')).toBe('202730')
  await until(() => expect(notices(), proves('4.terms.2')).toContain(CLOSED))
  expect(link('Go to the question').getAttribute('href')).toBe('/about#entry_term')
  expect(notices()).not.toContain('you can still submit')
})

test('who corrects what was signed for it is told nothing, because it stays in its term', async () => {
  const reopening = { until: '2026-11-30T06:59:00.000Z', reason: 'A test.' }
  await opened({ answer: { entry_term: '202730' }, reopening })
  await until(() => control('#entry_term'))
  expect(notices()).not.toContain('closed')
})

test('a term that closes while the page is open is told then, without any key being pressed', async () => {
  await opened({ answer: { entry_term: '202730' } }, { today: '2026-11-20', now: '2026-11-21T06:59:57.000Z' })
  await until(() => expect(notices(), proves('4.terms.2')).toContain(CLOSED))
})

test('whoever is being validated reads until when the application can still be submitted', async () => {
  await opened({ answer: { entry_term: '202730' }, web_status: validating })
  await until(() => expect(notices(), proves('4.terms.4')).toContain('you can still submit through November 21, 2026.'))
})

test('between cycles the form can be read, and says when a term opens', async () => {
  const early = Object.fromEntries(['202730', '202750', '202770', '202830'].map((term) => [term, dates[202770]]))
  await opened({}, {}, early)
  await until(() => expect(notices(), proves('4.terms.6')).toContain('submit it from December 1, 2026.'))
  expect(control('#first_name').matches(':disabled')).toBe(false)
})

test('what the server refuses at submit is marked at the question, until it is answered differently', async () => {
  const problems = [{ page: 'about', key: 'entry_term', message: CLOSED }]
  const refused = refusing(409, { message: CLOSED, code: 'closed_term', problems })
  const answer = Object.fromEntries(Object.entries(domestic.answer).map(([key, value = '']) => [key, value]))
  const profile = { answer: { ...answer, entry_term: '202730' }, web_status: validating }
  await opened(profile, {}, dates, '/final-steps', { submit: refused })
  ;(await until(() => button('Submit'))).click()
  const listed = await until(() => control('#missing-information a[href="/about#entry_term"]'))
  expect(wordsOf(listed), proves('4.terms.3')).toBe(CLOSED)
  listed.click()
  await until(() => expect(wordsOf(control('#entry_term-error')), proves('4.terms.3')).toContain(CLOSED))
  await choose('202750')
  await until(() => expect(document.querySelector('#entry_term-error, #missing-information')).toBeNull())
})

async function choose(term: string): Promise<void> {
  await until(() => control(`#entry_term option[value="${term}"]`))
  const select = control('select#entry_term')
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(select), 'value')?.set?.call(select, term)
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
