import { describe, expect, test } from 'vitest'
import {
  exportRightLabels,
  exportRights,
  isGuarded,
  isStaffRole,
  mayStaff,
  rolesBeyond,
  type StaffRight,
  type StaffRole,
  staffRights,
  staffRoles,
} from './rights.ts'

const roles = [
  'viewer',
  'processor',
  'data_steward',
  'form_editor',
  'registrar',
  'administrator',
] as const satisfies readonly StaffRole[]

/**
 * Who has each right, written down a second time: every other test asks the table itself, and would stay green if a right
 * slipped into another role.
 */
const holders: Readonly<Record<StaffRight, readonly StaffRole[]>> = {
  list: roles,
  read: ['viewer', 'processor', 'data_steward'],
  drafts: ['processor', 'data_steward'],
  sensitive: ['processor', 'data_steward'],
  conduct: ['processor', 'data_steward'],
  demographics: ['data_steward'],
  original: ['processor', 'data_steward'],
  reveal: ['processor', 'data_steward'],
  act: ['processor', 'data_steward'],
  held_data: ['data_steward'],
  export: ['data_steward'],
  tokens: ['data_steward', 'administrator'],
  form: ['form_editor', 'registrar'],
  publish: ['registrar'],
  administer: ['administrator'],
  export_record: ['administrator'],
}

describe('the rights of staff', () => {
  test('are those that were decided for each role', () => {
    expect(Object.keys(staffRoles)).toEqual(roles)
    expect(Object.keys(staffRights)).toEqual(Object.keys(holders))
    for (const [right, those] of Object.entries(holders) as [StaffRight, readonly StaffRole[]][])
      expect({ right, roles: roles.filter((role) => mayStaff(role, right)) }).toEqual({ right, roles: those })
  })

  // docs/decisions/0063 and 0072: another person confirms, so no role may do both.
  test.each(['act', 'export'] as const)('nobody who may %s also confirms it', (right) => {
    expect(roles.filter((role) => mayStaff(role, right) && mayStaff(role, 'administer'))).toEqual([])
  })

  test('who administers reads no answer of an application', () => {
    const reading = [
      'read',
      'drafts',
      'sensitive',
      'conduct',
      'demographics',
      'original',
      'reveal',
      'held_data',
      'export',
    ] as const
    expect(reading.filter((right) => mayStaff('administrator', right))).toEqual([])
  })

  test('a role beyond another has some right that the other lacks', () => {
    expect(rolesBeyond(undefined)).toEqual(roles)
    expect(rolesBeyond('viewer')).toEqual(['processor', 'data_steward', 'form_editor', 'registrar', 'administrator'])
    expect(rolesBeyond('processor')).toEqual(['data_steward', 'form_editor', 'registrar', 'administrator'])
    expect(rolesBeyond('data_steward')).toEqual(['form_editor', 'registrar', 'administrator'])
    expect(rolesBeyond('administrator')).toEqual(['viewer', 'processor', 'data_steward', 'form_editor', 'registrar'])
    expect(rolesBeyond('registrar')).toEqual(['viewer', 'processor', 'data_steward', 'administrator'])
  })

  test.each(['', 'Viewer', 'toString', '__proto__', 'viewers'])('%j is no role', (name) =>
    expect(isStaffRole(name)).toBe(false),
  )
  test.each(roles)('%s is a role', (name) => expect(isStaffRole(name)).toBe(true))
})

describe('the rights of a token', () => {
  test('are in the order in which they are shown', () =>
    expect(exportRights).toEqual(['changes', 'documents', 'conduct', 'demographics', 'ssn', 'acknowledge']))

  test.each([
    [[], false],
    [['changes', 'documents', 'conduct', 'acknowledge'], false],
    [['demographics'], true],
    [['ssn'], true],
    [['changes', 'ssn'], true],
  ])('%j needs another person: %s', (rights, expected) => expect(isGuarded(rights)).toBe(expected))
})

test('each right is told in a sentence of its own', () => {
  const told = [...Object.values(staffRights), ...Object.values(exportRightLabels)]
  expect(told.filter((sentence) => !/^[A-Z][^.]{9,}$/.test(sentence))).toEqual([])
  expect(new Set(told).size).toBe(told.length)
})
