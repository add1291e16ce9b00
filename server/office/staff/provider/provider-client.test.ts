import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../platform/settings/index.ts'
import { readInstitution } from '../../../running/institution/index.ts'
import { checkStaffProvider } from './index.ts'

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
    /is no role: use viewer, processor, data_steward, administrator.*staff\.roles/,
  )
})

test.each([
  [{}, 0],
  [provider, 1],
  [{ ...provider, STAFF_OIDC_MFA: 'amr=mfa' }, 0],
])('with %o the start warns %i times that no second factor is asked for', (environment, times) => {
  expect(check({ roles: { 'adm-viewers': 'viewer' } }, environment)).toHaveLength(times)
})
