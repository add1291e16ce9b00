// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '../../../api/index.ts'
import { form, page, ssn, text } from '../../../engine/index.ts'
import { createApplicant } from './applicant.ts'
import type { Shelves } from './drafts.ts'
import { createMemoryShelf } from './shelves.ts'

const asked = form('1', [
  page('about', 'About', [
    text('first_name', 'First Name'),
    text('city', 'City'),
    text('gender', 'Gender', { care: 'sensitive' }),
    ssn('ssn', 'SSN'),
  ]),
])
const profile: Profile = {
  answer: {},
  document_answer: {},
  add_another: {},
  tabs: {},
  account_id: 'a',
  username: 'maya@mail.example',
  last_page: '',
  successful_login: ['2026-11-21T10:00:00Z'],
  web_status: [{ web_status: 'started', at: '2026-11-21T10:00:00Z' }],
  revision: 1,
  today: '2026-11-21',
  submission: null,
}

let saves: unknown[] = []
beforeEach(() => {
  saves = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    saves.push(JSON.parse(String(body)))
    throw new TypeError('offline')
  })
})
afterEach(() => vi.unstubAllGlobals())

const newShelves = (): Shelves => ({
  none: createMemoryShelf(),
  sensitive: createMemoryShelf(),
  secret: createMemoryShelf(),
})
const made = (shelves = newShelves()) =>
  createApplicant({ form: asked, today: '2026-11-21', shelves, onStopped: () => {}, onLeft: () => {} })

function typing(applicant: ReturnType<typeof made>, answers: Record<string, string>) {
  for (const [key, value] of Object.entries(answers)) {
    applicant.store.write(key, value)
    applicant.store.commit(key)
  }
}

test('[1.visitor.3] what a visitor typed, the secret too, fills what the account left empty and is saved', () => {
  const applicant = made()
  applicant.enterAsVisitor()
  typing(applicant, { first_name: 'Maya', city: 'Helena', ssn: '123-45-6789' })
  expect(saves).toEqual([])
  expect(applicant.enterAs({ ...profile, answer: { city: 'Bozeman' } })).toBe(true)
  expect(applicant.store.current().answer).toEqual({ first_name: 'Maya', city: 'Bozeman', ssn: '123-45-6789' })
  expect(saves).toEqual([{ first_name: 'Maya', ssn: '123-45-6789' }])
  applicant.queue.empty()
})

test('an account is come in to once', () => {
  const applicant = made()
  expect(applicant.enterAs(profile)).toBe(true)
  expect(applicant.enterAs({ ...profile, answer: { city: 'Bozeman' } })).toBe(false)
  expect(applicant.store.current().answer).toEqual({})
})

test('[4.status.2] the snapshot is that of the profile', () => {
  const applicant = made()
  applicant.enterAs(profile)
  expect(applicant.snapshot.get()).toMatchObject({ is_logged_in: true, web_status: 'started', num_logins: 1 })
})

test('unsaved answers outlive the session and come back for the same account only', () => {
  const applicant = made()
  applicant.enterAs(profile)
  typing(applicant, { first_name: 'Maya' })
  applicant.leave({ erasing: false })
  expect(applicant.store.current().answer).toEqual({})
  applicant.enterAs({ ...profile, account_id: 'b' })
  expect(applicant.store.current().answer).toEqual({})
  applicant.leave({ erasing: false })
  applicant.enterAs({ ...profile, answer: { first_name: 'Old' } })
  expect(applicant.store.current().answer).toEqual({ first_name: 'Maya' })
  expect(applicant.queue.unsaved()).toEqual(['first_name'])
  applicant.queue.empty()
})

test('logging out leaves nothing on the device', () => {
  const shelves = newShelves()
  const applicant = made(shelves)
  applicant.enterAs(profile)
  typing(applicant, { first_name: 'Maya', ssn: '123-45-6789' })
  window.dispatchEvent(new Event('pagehide')) // the journal is written
  expect(shelves.none.getItem('causeway.drafts')).toContain('Maya')
  applicant.leave({ erasing: true })
  expect(Object.values(shelves).map((shelf) => shelf.getItem('causeway.drafts'))).toEqual([null, null, null])
  expect(made(shelves).hasAnswers()).toBe(false)
})

test('a draft is put back when the page is loaded again, without the secret, which says why it is empty', () => {
  const shelves = newShelves()
  const before = made(shelves)
  before.enterAsVisitor()
  typing(before, { first_name: 'Maya', ssn: '123-45-6789' })
  window.dispatchEvent(new Event('pagehide'))
  const after = made({ ...shelves, secret: createMemoryShelf() })
  after.enterAsVisitor()
  expect(after.store.current().answer).toEqual({ first_name: 'Maya' })
  expect(after.store.recall('ssn')).not.toBe('')
})

test('[2.navigation.11] neither secret nor sensitive answers travel in navigation state', () => {
  const applicant = made()
  typing(applicant, { first_name: 'Maya', gender: 'F', ssn: '123-45-6789', city: ' ' })
  expect(applicant.answersToCarry()).toEqual({ first_name: 'Maya' })
})

test('[3.answers.3] answers from navigation state fill what is empty, and only what the form asks', () => {
  const applicant = made()
  applicant.store.receive({ answer: { first_name: 'Maya' } })
  applicant.fillEmpty({ first_name: 'Other', city: 'Bozeman', nonsense: 'x' })
  expect(applicant.store.current().answer).toEqual({ first_name: 'Maya', city: 'Bozeman' })
})

test('a submitted application takes nothing from a draft', () => {
  const applicant = made()
  applicant.enterAsVisitor()
  typing(applicant, { first_name: 'Maya' })
  const submitted = (['started', 'validating', 'submitted'] as const).map((web_status) => ({ web_status, at: '' }))
  applicant.enterAs({ ...profile, web_status: submitted })
  expect(applicant.store.current().answer).toEqual({})
  expect(saves).toEqual([])
})
