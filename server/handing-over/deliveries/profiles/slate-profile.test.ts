import { generateIdentity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applications, domestic, form, veteran, visitor } from '../../../../form/testing/index.ts'
import { readCsv } from '../../../platform/csv/index.ts'
import { slateProfile } from './slate-profile.ts'
import { opened, writeWith } from './testing/index.ts'

function tableOf(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: (readonly string[])[] = []
  expect(readCsv(text, (row) => rows.push(row))).toBe(undefined)
  const [header = [], ...others] = rows
  expect(new Set(header).size).toBe(header.length)
  return others.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
}

test('tables for Slate have both ids in every row, ISO dates and one row for each entry', async () => {
  const { files, reasons } = await writeWith(slateProfile, form, [domestic, veteran, visitor])
  expect(reasons).toEqual([[], [], []])
  expect(Object.keys(files).toSorted()).toEqual(
    ['applications', 'relations', 'residences', 'schools', 'tests'].map((name) => `slate_${name}.csv`),
  )
  const table = (name: string) => tableOf(String(files[`slate_${name}.csv`]))
  for (const name of ['applications', 'relations', 'residences', 'schools', 'tests'])
    for (const row of table(name)) {
      expect(row.person_id).toMatch(/^[\da-f-]{36}$/)
      expect(row.application_id).toMatch(/^[\da-f-]{36}$/)
    }
  const [first, second] = table('applications')
  expect(first).toMatchObject({
    submitted_at: '2026-11-22T12:00:00.000Z',
    grad_date: '2022-06',
    birth_date: '2004-02-29',
  })
  expect(second).toMatchObject({ military_start_date: '2015-06', form_version: form.version })
  expect(Object.keys(first ?? {}).filter((key) => /(_month|_year|ssn|race_.*|gender)$/.test(key))).toEqual([
    'instate_tax_year',
    'parent_alum_year',
    'parent_2_alum_year',
  ])
  const schools = table('schools').filter(({ reference }) => reference === 'CW0000002')
  expect(schools.map(({ entry }) => entry)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  expect(schools[1]).toMatchObject({ attend_from_date: '2022-09', attend_to_date: '2024-05', ceeb: '4317' })
  expect(table('tests')).toContainEqual(expect.objectContaining({ test: 'sat_score_total', date: '2021-05' }))
})

test('Social Security numbers are in a file of their own that only its recipient reads', async () => {
  const identity = await generateIdentity()
  const target = { include: ['demographics' as const, 'ssn' as const], recipient: await identityToRecipient(identity) }
  const { files } = await writeWith(slateProfile, form, [veteran], target)
  expect(tableOf(await opened(files['slate_ssn.csv.age'], identity))).toMatchObject([{ ssn: '501-55-0187' }])
  expect(tableOf(String(files['slate_demographics.csv']))).toMatchObject([{ gender: 'F' }])
  const plain = Object.entries(files).filter(([name]) => !name.endsWith('.age'))
  expect(plain.filter(([, bytes]) => bytes.includes('0187'))).toEqual([])
})

test('every application is written', async () => {
  await fc.assert(
    fc.asyncProperty(applications, async (application) => {
      const { files, reasons } = await writeWith(slateProfile, form, [application])
      expect(reasons).toEqual([[]])
      expect(tableOf(String(files['slate_applications.csv']))).toHaveLength(1)
    }),
    { numRuns: 30 },
  )
})
