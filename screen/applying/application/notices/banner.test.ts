import { expect, test } from 'vitest'
import { proves } from '../../../../testing/proves.ts'
import { type Snapshot, visitor } from '../applicant/applicant.ts'
import { bannerOf } from './banner.tsx'

const student: Snapshot = { ...visitor, is_logged_in: true, account_id: 'a', web_status: 'started' }

const PREVIEW = 'Apply as a transfer student'
test.each<[string, Partial<Snapshot>, string | undefined, string[]]>([
  ['the first login', {}, 'Hi Maya', ['4.banner.3', '4.banner.8', '2.banner.1']],
  ['the first login before anything is started', { web_status: 'none' }, 'Hi Maya', ['4.banner.3']],
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
  // 2.navigation.15 and 6.anonymous.4: with an answer given, the next page is behind the account.
  expect(bannerOf(visitor, '', '')?.text).toMatch(/next page, we’ll ask you to create an account/)
  expect(bannerOf(student, '', '')?.offersLogin).toBe(false)
})
