import { describe, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { expiredCookies, identityCookieName, sessionCookies, sessionTokenFrom } from './sessions.ts'

const settings = (baseUrl: string) => ({ baseUrl, identityCookiePrefix: 'CausewayIdentity' })
const session = { token: 'abc.def', expiresAt: new Date(Date.now() + 12 * 3600 * 1000), owner: 'maya' }

test('over https the session cookie is bound to this host and hidden from scripts, and the identity cookie is readable', () => {
  expect(sessionCookies({ settings: settings('https://apply.example.edu'), session })).toEqual([
    '__Host-causeway-session=abc.def; Path=/; Max-Age=43200; SameSite=Lax; Secure; HttpOnly',
    'CausewayIdentity=maya; Path=/; Max-Age=43200; SameSite=Lax; Secure',
  ])
})

test('over http the cookie names end with the port', () => {
  expect(sessionCookies({ settings: settings('http://localhost:3001'), session })).toEqual([
    'causeway-session-3001=abc.def; Path=/; Max-Age=43200; SameSite=Lax; HttpOnly',
    'CausewayIdentity-3001=maya; Path=/; Max-Age=43200; SameSite=Lax',
  ])
  expect(sessionCookies({ settings: settings('http://intranet.example'), session })[0]).toMatch(/^causeway-session-80=/)
})

test('the name of the identity cookie begins with the prefix that is set', () => {
  for (const baseUrl of ['https://apply.example.edu', 'http://localhost:3000']) {
    expect(identityCookieName({ baseUrl, identityCookiePrefix: 'Cognito' }), proves('5.auth.17')).toMatch(/^Cognito/)
  }
})

test('with a prefix that begins with __Host-, browsers bind the identity cookie to this host too', () => {
  const strict = { baseUrl: 'https://apply.example.edu', identityCookiePrefix: '__Host-CausewayIdentity' }
  // Browsers demand it of names with this prefix: Secure, Path=/ and no Domain.
  const [, identity] = sessionCookies({ settings: strict, session })
  expect(identity).toBe('__Host-CausewayIdentity=maya; Path=/; Max-Age=43200; SameSite=Lax; Secure')
})

test('both cookies are removed under the names under which they were set', () => {
  for (const baseUrl of ['https://apply.example.edu', 'http://localhost:3000']) {
    const [given, taken] = [sessionCookies({ settings: settings(baseUrl), session }), expiredCookies(settings(baseUrl))]
    const nameOf = (cookie: string) => cookie.split('=')[0]
    expect(taken.map(nameOf)).toEqual(given.map(nameOf))
    for (const cookie of taken) expect(cookie).toMatch(/^[^=]+=; Path=\/; Max-Age=0;/)
  }
})

describe('the token is read from the Cookie header', () => {
  const here = settings('http://localhost:3000')
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['causeway-session-3000=abc.def', 'abc.def'],
    ['a=b; CausewayIdentity-3000=1;  causeway-session-3000=abc.def', 'abc.def'],
    ['causeway-session-3000=', undefined],
    ['causeway-session-3001=other', undefined],
    ['xcauseway-session-3000=other', undefined],
    ['__Host-causeway-session=other', undefined],
  ])('%s', (header, token) => {
    expect(sessionTokenFrom(header, here)).toBe(token)
  })
})
