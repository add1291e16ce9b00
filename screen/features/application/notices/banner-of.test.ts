import { expect, test } from 'vitest'
import { type Snapshot, visitor } from '../applicant/index.ts'
import { bannerOf } from './banner-of.ts'

const student: Snapshot = { ...visitor, is_logged_in: true, account_id: 'a', web_status: 'started' }

test.each<[string, Partial<Snapshot>, string | undefined]>([
  ['[4.banner.3] [2.banner.1] the first login', {}, 'Hi Maya'],
  ['[4.banner.3] the first login before anything is started', { web_status: 'none' }, 'Hi Maya'],
  ['[4.banner.5] the second login', { num_logins: 2 }, 'Welcome back...'],
  ['[4.banner.5] every later login', { num_logins: 9 }, 'Welcome back...'],
  ['[4.banner.7] a visitor', { is_logged_in: false }, 'A look at the application'],
  [
    '[4.banner.7] a visitor who went to another page',
    { is_logged_in: false, has_changed_page: true },
    'A look at the application',
  ],
  ['[4.banner.9] a submitted application', { web_status: 'submitted' }, undefined],
  ['[4.banner.10] an application being validated', { web_status: 'validating', num_logins: 3 }, undefined],
  ['[4.banner.11] a student who has changed page', { has_changed_page: true }, undefined],
])('[4.banner.8] %s', (_, change, title) => {
  expect(bannerOf({ ...student, ...change }, 'Maya', 'Bridger State')?.title).toBe(title)
})

test('the greeting stands without a name when none is known', () => {
  expect(bannerOf(student, '', 'Bridger State')?.title).toBe('Hi')
})

test('[4.banner.4] [4.banner.6] thanks, and the prompt to submit now', () => {
  expect(bannerOf(student, '', 'Bridger State')?.text).toMatch(/^Thank you for choosing Bridger State/)
  expect(bannerOf({ ...student, num_logins: 2 }, '', '')?.text).toMatch(/submit your application now/)
})

test('[2.banner.2] only a visitor is offered the way to log in', () => {
  expect(bannerOf(visitor, '', '')?.offersLogin).toBe(true)
  expect(bannerOf(student, '', '')?.offersLogin).toBe(false)
})
