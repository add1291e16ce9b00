import { expect, test } from 'vitest'
import type { Profile } from '../../../../api/index.ts'
import { proves } from '../../../../testing/proves.ts'
import { newProfile } from '../../../client/testing/index.ts'
import { snapshotOf, visitor } from './applicant.ts'

const profile: Profile = { ...newProfile, last_page: '/education' }
const entries = (...names: ('started' | 'validating' | 'submitted')[]) =>
  names.map((web_status) => ({ web_status, at: '2026-11-21T10:00:00Z' }))

test('it holds who is logged in and the last page', () => {
  const ids = ['3.snapshot.2', '3.snapshot.3', '3.snapshot.4', '3.snapshot.7']
  expect(snapshotOf(profile), proves(...ids)).toMatchObject({
    is_logged_in: true,
    username: 'maya@mail.example',
    last_page: '/education',
    has_changed_page: false,
    is_reopened: false,
  })
  expect(visitor, proves(...ids)).toMatchObject({
    is_logged_in: false,
    username: '',
    last_page: '',
    has_changed_page: false,
  })
})

test.each([
  [[], 1],
  [['2026-11-20T10:00:00Z'], 1],
  [['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'], 2],
])('of the logins %j, %i is counted', (successful_login, count) => {
  expect(snapshotOf({ ...profile, successful_login }).num_logins, proves('3.snapshot.6')).toBe(count)
})

test.each([
  ['none', entries()],
  ['started', entries('started')],
  ['validating', entries('started', 'started', 'validating')],
  ['submitted', entries('started', 'validating', 'submitted')],
] as const)('the status is %s', (status, web_status) => {
  const snapshot = snapshotOf({ ...profile, web_status: [...web_status] })
  expect(snapshot.web_status, proves('3.snapshot.1', '4.status.2')).toBe(status)
})
