import { describe, expect, test } from 'vitest'
import { staffRoles } from '../../../../api/index.ts'
import type { SecondFactor } from '../../../platform/settings/index.ts'
import { personInClaims } from './sign-in.ts'

const token = { iss: 'https://login.example', aud: 'causeway', sub: 'u1', iat: 0, exp: 1 }
const asked = { roleClaim: 'groups', secondFactor: undefined }
const roles = { v: 'viewer', p: 'processor', d: 'data_steward', a: 'administrator' } as const

type Claims = { acr?: string; amr?: string[] }

describe('the role is the one with the most rights', () => {
  test.each([
    [['v'], 'viewer'],
    ['p', 'processor'],
    [['v', 'p', 'a'], 'processor'],
    [['a', 'v'], 'administrator'],
    [['v', 'd', 'p', 'a', 'other', 7, null], 'data_steward'],
  ])('%o', (groups, role) => {
    expect(personInClaims({ ...token, groups }, asked, roles)).toEqual({ subject: 'u1', name: 'u1', role })
  })
  test('each role can be given', () => {
    const own = Object.fromEntries(Object.values(roles).map((role) => [role, role]))
    for (const role of Object.values(roles))
      expect(personInClaims({ ...token, groups: role }, asked, own)).toMatchObject({ role })
    expect(Object.values(roles).toSorted()).toEqual(Object.keys(staffRoles).toSorted())
  })
})

test.each([undefined, null, [], '', 'V', ['v p'], [['v']], { v: 'v' }, ['constructor', '__proto__']])(
  'no role comes from %o',
  (groups) => {
    expect(personInClaims({ ...token, groups }, asked, roles)).toMatchObject({ refused: 'missing_staff_role' })
  },
)

test('another claim can hold the role', () => {
  const claims = { ...token, 'https://example.edu/roles': ['v'], groups: ['d'] }
  expect(personInClaims(claims, { ...asked, roleClaim: 'https://example.edu/roles' }, roles)).toMatchObject({
    role: 'viewer',
  })
})

test.each([
  [{ name: ' June Hale ', preferred_username: 'jhale' }, 'June Hale'],
  [{ name: '  ', preferred_username: 'jhale' }, 'jhale'],
  [{ name: 7 }, 'u1'],
  [{ name: 'x'.repeat(300) }, 'x'.repeat(100)],
])('the name in %o', (claims, name) => {
  expect(personInClaims({ ...token, ...claims, groups: 'v' }, asked, roles)).toMatchObject({ name })
})

describe('a second factor', () => {
  test.each([
    [{ claim: 'amr', value: 'mfa' }, { amr: ['pwd', 'mfa'] }, true],
    [{ claim: 'amr', value: 'mfa' }, { amr: ['pwd'] }, false],
    [{ claim: 'amr', value: 'mfa' }, { acr: 'mfa' }, false],
    [{ claim: 'amr', value: 'mfa' }, {}, false],
    [{ claim: 'acr', value: 'gold' }, { acr: 'gold' }, true],
    [{ claim: 'acr', value: 'gold' }, { acr: 'silver gold' }, false],
    [{ claim: 'acr', value: 'gold' }, { amr: ['gold'] }, false],
  ] satisfies [SecondFactor, Claims, boolean][])('%o in %o: %s', (secondFactor, claims, isEnough) => {
    const person = personInClaims({ ...token, ...claims, groups: 'v' }, { ...asked, secondFactor }, roles)
    expect(person).toMatchObject(isEnough ? { role: 'viewer' } : { refused: 'missing_second_factor' })
  })
})
