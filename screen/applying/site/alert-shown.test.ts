import { expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { alertShown, untilAlertChanges } from './site-alert.tsx'

const alert = { text: 'The office is closed.', start: '2026-12-24T17:00:00-07:00', end: '2026-12-26T08:00:00-07:00' }
const second = 1000

test.each<[now: string, shown: boolean, seconds: number | undefined]>([
  ['2026-12-24T16:59:59-07:00', false, 1],
  ['2026-12-24T17:00:00-07:00', true, 39 * 3600],
  ['2026-12-25T00:00:00Z', true, 39 * 3600], // its start, written in another time zone
  ['2026-12-26T07:59:59-07:00', true, 1],
  ['2026-12-26T08:00:00-07:00', false, undefined],
  ['2027-12-25T08:00:00-07:00', false, undefined],
])('at %s the banner is shown: %s', (now, shown, seconds) => {
  expect(alertShown(alert, Date.parse(now)), proves('4.alert.2')).toBe(shown)
  expect(untilAlertChanges(alert, Date.parse(now))).toBe(seconds === undefined ? undefined : seconds * second)
})

test('without an alert there is no banner, now or later', () => {
  expect(alertShown(null, Date.parse(alert.start)), proves('4.alert.1')).toBe(false)
  expect(untilAlertChanges(null, 0)).toBeUndefined()
})
