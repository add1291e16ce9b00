// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { proves } from '../../../../testing/proves.ts'
import { given } from '../../../parts/index.ts'
import { type Snapshot, visitor } from '../applicant/applicant.ts'
import type { SaveState } from '../saving/save-queue.ts'
import { bannerOf } from './banner.tsx'
import { newsAfter, type SaveNews } from './saving.tsx'

const states: Readonly<Record<string, SaveState>> = {
  quiet: { kind: 'quiet' },
  waiting: { kind: 'waiting' },
  saving: { kind: 'saving' },
  saved: { kind: 'saved' },
  failed: { kind: 'unsaved', offline: false },
  unreached: { kind: 'unsaved', offline: true },
}

/** What is read aloud while the save line goes through these states. */
function heard(sequence: readonly string[]): readonly string[] {
  const texts: string[] = []
  let news: SaveNews | undefined
  for (const name of sequence) {
    const next = newsAfter(news, states[name] ?? { kind: 'quiet' })
    if (next && next !== news) texts.push(next.text)
    news = next
  }
  return texts
}

const one = ['waiting', 'saving', 'saved']
const SAVED = 'All your answers are saved.'
const AGAIN = 'Your answers are saved again.'
test.each([
  ['twenty saves are read once', ['quiet', ...Array(20).fill(one).flat()], [SAVED]],
  [
    'a line that breaks is read once, however often saving is tried again, and once more when it is back',
    [...one, 'waiting', 'saving', 'unreached', 'saving', 'unreached', 'saving', 'failed', 'saving', 'saved', ...one],
    [SAVED, 'Your answers aren’t saved yet. We can’t reach the server.', AGAIN],
  ],
  ['a first save that fails', ['saving', 'failed'], ['Your answers aren’t saved yet. We’ll keep trying.']],
  ['nothing happens', ['quiet', 'waiting', 'saving'], []],
])('%s', (_, sequence, expected) => expect(heard(sequence)).toEqual(expected))

test('a person without a connection reads why', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(heard(['unreached'])).toEqual(['Your answers aren’t saved yet. You’re offline.'])
})

const student: Snapshot = { ...visitor, is_logged_in: true, account_id: 'a', web_status: 'started' }

const PREVIEW = 'Apply as a transfer student'
test.each<[string, Partial<Snapshot>, string | undefined, string[]]>([
  ['the first login', {}, `Hi ${given('Maya')}`, ['4.banner.3', '4.banner.8', '2.banner.1']],
  ['the first login before anything is started', { web_status: 'none' }, `Hi ${given('Maya')}`, ['4.banner.3']],
  ['the second login', { num_logins: 2 }, 'Welcome back...', ['4.banner.5']],
  ['every later login', { num_logins: 9 }, 'Welcome back...', ['4.banner.5']],
  ['a visitor', { is_logged_in: false }, PREVIEW, ['4.banner.7', '4.banner.8']],
  ['a visitor who has changed page', { is_logged_in: false, has_changed_page: true }, PREVIEW, ['4.banner.7']],
  ['a submitted application', { web_status: 'submitted' }, undefined, ['4.banner.9']],
  ['an application being validated', { web_status: 'validating', num_logins: 3 }, undefined, ['4.banner.10']],
  ['a student who has changed page', { has_changed_page: true }, undefined, ['4.banner.11']],
])('the banner for %s', (_, change, title, ids) => {
  expect(bannerOf({ ...student, ...change }, 'Maya', 'Bridger State')?.title, proves(...ids)).toBe(title)
})

test('the greeting has no name if none is known', () => {
  expect(bannerOf(student, '', 'Bridger State')?.title, proves('2.banner.1')).toBe('Hi')
})

test('the first login is thanked, and a later one prompted to submit now', () => {
  expect(bannerOf(student, '', 'Bridger State')?.text, proves('4.banner.4')).toMatch(
    /^Thank you for choosing Bridger State/,
  )
  expect(bannerOf({ ...student, num_logins: 2 }, '', '')?.text, proves('4.banner.6')).toMatch(
    /submit your application now/,
  )
})

test('a visitor reads that this is a preview; only a visitor is offered the way to log in', () => {
  expect(bannerOf(visitor, '', ''), proves('4.banner.7')).toMatchObject({
    text: expect.stringContaining('This is a preview'),
    offersLogin: true,
  })
  expect(bannerOf(student, '', '')?.offersLogin).toBe(false)
})
