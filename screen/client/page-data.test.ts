import { expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { isLoggedIn } from './page-data.ts'

test.each([
  ['', false],
  ['CausewayIdentity=1', true],
  ['CausewayIdentity3000=1', true],
  ['theme=dark; CausewayIdentity.user=1', true],
  ['theme=CausewayIdentity', false],
  ['NotCausewayIdentity=1', false],
])('with the cookies %j logged in is %s', (cookies, expected) => {
  expect(isLoggedIn(cookies, 'CausewayIdentity'), proves('5.auth.17')).toBe(expected)
})
