import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { everyItem, registerWith } from '../engine/index.ts'
import { admissions, baseRegister, registerText } from '../form/index.ts'
import { digestOf, registerFaults, registerFile } from './form-register.ts'
import { readReleases, releasesFolder } from './form-releases.ts'

const register = baseRegister()
const known = { form: admissions, releases: readReleases(releasesFolder) }

test('the register is what the releases and the form say', () => {
  expect(registerFaults(register, known)).toEqual([])
})

test('it is read as it was written', () => {
  expect(registerText(register)).toBe(readFileSync(registerFile, 'utf8'))
})

describe('reports', () => {
  const faultsOf = (changed: typeof register, form = admissions) =>
    registerFaults(changed, { ...known, form }, registerText(registerWith(changed, form)))
  const [one, two, ...rest] = register.keys
  const changedRows = expect.stringMatching(/^form\/register\.json has other rows for version 2026\.9 than when it was/)

  test.each([
    ['two rows in the other order', [two, one, ...rest]],
    ['a row that is gone', [one, ...rest]],
    ['another care', register.keys.map((row) => (row.key === 'ssn' ? { ...row, care: 'none' as const } : row))],
    ['another first version', register.keys.map((row) => (row === one ? { ...row, first: '2026.6' } : row))],
  ])('%s, against the digest of a release', (_, keys) => {
    expect(faultsOf({ ...register, keys: keys.flatMap((row) => row ?? []) })).toContainEqual(changedRows)
  })

  test('a file that is stale', () => {
    expect(registerFaults(register, known, 'x')).toEqual([
      'form/register.json is not of this form: run npm run form-release.',
    ])
  })

  test('a first version that is not the first', () => {
    const keys = register.keys.map((row) => (row === one ? { ...row, first: '2026.6' } : row))
    expect(faultsOf({ ...register, keys })).toContain(
      'Version 2026.5 was the first to ask first_name, and form/register.json says 2026.6.',
    )
  })

  test('a key that is neither asked nor retired with the care of the register', () => {
    const [page] = admissions.pages
    const form = { ...admissions, version: '2027.1', pages: page ? [page] : [], keys: page?.keys ?? [] }
    const faults = faultsOf(register, form)
    expect(faults).toContain(
      "retiredKeys must have { key: 'crime_arson', care: 'conduct', kind: 'tick' }, as form/register.json has it.",
    )
    const retired = [{ key: 'crime_arson', care: 'none', kind: 'tick' }] as const
    expect(faultsOf(register, { ...form, retired })).toContain(
      'retiredKeys has crime_arson with the care none and the kind tick, which form/register.json does not have.',
    )
  })
})

test('a release keeps its digest when the form asks more', () => {
  const later = registerWith(register, { ...admissions, version: '2027.1', pages: [], keys: [] })
  expect(digestOf(later, '2026.9')).toBe(known.releases.get('2026.9')?.register)
})

test('questions take their values from lists of the same name exactly where the lists are the same', () => {
  const lists = new Map<unknown, Set<string>>()
  const names = new Map(register.keys.map(({ key, list }) => [key, list ?? '']))
  for (const item of everyItem(admissions)) {
    if (item.kind !== 'choice') continue
    const same = lists.get(item.options) ?? new Set()
    lists.set(item.options, same.add(names.get(item.key) ?? ''))
  }
  for (const name of ['countries', 'states', 'terms', 'majors', 'degrees']) {
    const used = [...lists.values()].filter((each) => each.has(name))
    expect(used.filter((each) => each.size > 1)).toEqual([])
    // Citizens of the United States are not asked for a citizenship.
    expect({ name, lists: used.length }).toEqual({ name, lists: name === 'countries' ? 2 : 1 })
  }
})
