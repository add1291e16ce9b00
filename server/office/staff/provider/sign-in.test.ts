import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { staffRoles } from '../../../../api/index.ts'
import { readSettings, type SecondFactor } from '../../../platform/settings/index.ts'
import { readInstitution } from '../../../running/institution/index.ts'
import { checkStaffProvider } from './index.ts'
import { returnPath } from './provider-routes.ts'
import { personInClaims } from './sign-in.ts'

const token = { iss: 'https://login.example', aud: 'causeway', sub: 'u1', iat: 0, exp: 1 }
const asked = { roleClaim: 'groups', secondFactor: undefined }
const roles = {
  v: 'viewer',
  p: 'processor',
  d: 'data_steward',
  a: 'administrator',
  f: 'form_editor',
  r: 'registrar',
} as const

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

const provider = {
  STAFF_OIDC_ISSUER: 'https://login.example',
  STAFF_OIDC_CLIENT_ID: 'i',
  STAFF_OIDC_CLIENT_SECRET: 's',
}

/** Reads an institution.json with this for `staff`, and checks it with these settings: the warnings. */
function check(staff: unknown, environment: Readonly<Record<string, string>>) {
  const settings = readSettings(environment)
  const warnings: unknown[] = []
  const log = { warn: (...words: readonly unknown[]) => void warnings.push(words) }
  const folder = mkdtempSync(join(tmpdir(), 'causeway-staff-'))
  try {
    const institutionFile = join(folder, 'institution.json')
    const file = JSON.parse(readFileSync(settings.institutionFile, 'utf8'))
    writeFileSync(institutionFile, JSON.stringify({ ...file, private: { ...file.private, staff } }))
    checkStaffProvider(settings, readInstitution({ institutionFile }), log)
    return warnings
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each([undefined, { roles: {} }])('a provider with %o for staff stops the start', (staff) => {
  expect(() => check(staff, provider)).toThrow(
    /^INSTITUTION_FILE gives nobody a role at the staff desk: .*staff\.roles/,
  )
  expect(() => check(staff, {})).not.toThrow()
})

test('a provider with roles starts, and a role that is none stops the start', () => {
  expect(() => check({ roles: { 'adm-viewers': 'viewer' } }, provider)).not.toThrow()
  expect(() => check({ roles: { 'adm-all': 'boss' } }, {})).toThrow(
    /is no role: use viewer, processor, data_steward, form_editor, registrar, administrator.*staff\.roles/,
  )
})

test.each([
  [{}, 0],
  [provider, 1],
  [{ ...provider, STAFF_OIDC_MFA: 'amr=mfa' }, 0],
])('with %o the start warns %i times that no second factor is asked for', (environment, times) => {
  expect(check({ roles: { 'adm-viewers': 'viewer' } }, environment)).toHaveLength(times)
})

const settings = { baseUrl: 'https://apply.bridger.example' }

test.each(['/staff', '/staff/', '/staff/applications?status=new&sort=name', '/staff/applications/1#notes'])(
  '%s is a page of the desk',
  (path) => expect(returnPath(settings, path)).toBe(path),
)

test.each([
  undefined,
  7,
  ['/staff/x'],
  '',
  'staff/x',
  '/',
  '/about/you',
  '/staffing',
  '/Staff/x',
  'https://evil.example/staff/x',
  '//evil.example/staff/x',
  '/\\evil.example/staff',
  '/\t/evil.example/staff/x',
  '/staff/../about',
  '/staff/%2e%2e/about',
  'javascript:alert(1)//staff/',
  'https://apply.bridger.example/staff/x',
  '/staff/sign-in?return=/staff',
  '/staff/callback?code=x',
  '/staff/x/../sign-in',
  `/staff/${'x'.repeat(1000)}`,
])('%s becomes the desk itself', (given) => expect(returnPath(settings, given)).toBe('/staff'))

test('a path with a line break sends no header', () => {
  expect(returnPath(settings, '/staff/x\r\nset-cookie: a=b')).toBe('/staff/xset-cookie:%20a=b')
})
