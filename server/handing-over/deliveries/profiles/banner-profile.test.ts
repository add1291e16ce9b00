import { generateIdentity, identityToRecipient } from 'age-encryption'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Application, registerOf, withAnswer, withStructure } from '../../../../engine/index.ts'
import { baseRegister } from '../../../../form/index.ts'
import { veteran as anyVeteran, applications, domestic, form, visitor } from '../../../../form/testing/index.ts'
import { bannerProfile } from './banner-profile.ts'
import { bannerTables } from './banner-tables.ts'
import { bannerCodes, opened, writeWith } from './testing/index.ts'

const codes = { map: bannerCodes(form), built_in_codes: ['usps'] }
const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
// The term of a form of long ago has no code.
const veteran = withAnswer(form, anyVeteran, 'applied_previously_term_transfer', '')
const answered = (key: string, value: string): Application => withAnswer(form, veteran, key, value)
const linesOf = (text: string) => text.trimEnd().split('\r\n')

test('files for Banner are its holding tables, with dates as MM/DD/YYYY and codes', async () => {
  const { files, reasons } = await writeWith(bannerProfile, form, [domestic, veteran, visitor], codes)
  expect(reasons).toEqual([[], [], []])
  expect(Object.keys(files).toSorted()).toEqual(
    Object.keys(bannerTables)
      // Only where own questions have a number.
      .filter((name) => name !== 'sarrqst')
      .map((name) => `${name}.csv`)
      .toSorted(),
  )
  const lines = (table: string) => linesOf(String(files[`${table}.csv`]))
  expect(lines('sarhead')[1]).toBe('CW0000001,1,Y,11/22/2026,202770,11/22/2026,CAUSEWAY')
  expect(lines('sarpers')[1]).toBe('CW0000001,1,1,,June,,Hale,,,,MDC,02/29/2004,,C,')
  expect(lines('saraddr')[1]).toBe('CW0000001,1,1,1,MA,12 Front Street,B,Helena,MT,59601,USA')
  expect(lines('sarphon').slice(1, 3)).toEqual([
    'CW0000001,1,1,1,EM,june.hale@mail.example',
    'CW0000001,1,1,2,CP,*WEB*(406) 555-0142',
  ])
  expect(lines('sarhsch')[1]).toBe('CW0000001,1,1,WB,,MDC,06/01/2022,HS,Helena High School')
  expect(lines('saretry')[1]).toMatch(/^CW0000001,1,1,1,\d+$/)
  expect(lines('sarpcol').filter((line) => line.startsWith('CW0000002'))).toHaveLength(8)
  expect(lines('sarpers').filter((line) => line.startsWith('CW0000002'))).toHaveLength(3)
})

test('a single name is the last name', async () => {
  const named = ['first_name', 'last_name'].reduce((each, key) => withAnswer(form, each, key, 'Suharto'), domestic)
  const { files } = await writeWith(bannerProfile, form, [withAnswer(form, named, 'one_name', 'true')], codes)
  expect(linesOf(String(files['sarpers.csv']))[1]).toBe('CW0000001,1,1,,,,Suharto,,,,MDC,02/29/2004,,C,')
})

test('own questions go to the numbers that the target names, and sensitive ones nowhere', async () => {
  const structure = {
    own: {
      own_shift: { kind: 'text', in: 'section:program', label: 'When?' },
      own_bus: { kind: 'tick', in: 'section:program', label: 'By bus' },
      own_car: { kind: 'tick', in: 'section:program', label: 'By car' },
      own_private: { kind: 'text', in: 'section:program', label: 'Private', care: 'sensitive' },
    },
  } as const
  const [asked, register] = [withStructure(form, structure), registerOf(baseRegister(), form, structure)]
  const answers = { own_shift: 'At night', own_bus: 'true', own_private: 'x' }
  const own = Object.entries(answers).reduce((each, [key, value]) => withAnswer(asked, each, key, value), domestic)
  const questions = { own_car: 11, own_bus: 12, own_shift: 13, own_private: 14 }
  const { files, reasons } = await writeWith(bannerProfile, asked, [own, domestic], { ...codes, register, questions })
  expect(reasons).toEqual([[], []])
  expect(linesOf(String(files['sarrqst.csv']))).toEqual([
    'sabnstu_id,sarrqst_appl_seqno,sarrqst_seqno,sarrqst_wudq_no,sarrqst_ansr_desc,sarrqst_resp_flag',
    'CW0000001,1,1,12,,Y',
    'CW0000001,1,2,13,At night,',
  ])
  const long = withAnswer(asked, domestic, 'own_shift', 'x'.repeat(501))
  const held = await writeWith(bannerProfile, asked, [long], { ...codes, register, questions })
  expect(held.reasons).toEqual([['sarrqst_ansr_desc is longer than 500 characters']])
})

describe('protected answers', () => {
  test('are in files that are encrypted whole, without dashes', async () => {
    const target = { ...codes, include: ['ssn' as const, 'demographics' as const], recipient }
    const { files, facts } = await writeWith(bannerProfile, form, [veteran], target)
    expect(facts.every((file) => file.recipient === recipient && file.name.endsWith('.csv.age'))).toBe(true)
    expect(linesOf(await opened(files['sarprfn.csv.age'], identity))[1]).toBe('CW0000001,1,1,1,SY,501550187')
    expect(linesOf(await opened(files['sarpers.csv.age'], identity))[1]).toMatch(/,F,C,2$/)
    expect(linesOf(await opened(files['sarprac.csv.age'], identity))).toHaveLength(7)
  })

  test('are left empty without a recipient, and the manifest can say which', async () => {
    const target = { ...codes, include: ['demographics' as const] }
    const { files } = await writeWith(bannerProfile, form, [veteran], target)
    expect(linesOf(String(files['sarpers.csv']))[1]).toMatch(/,,C,$/)
    expect(linesOf(String(files['sarprac.csv']))).toHaveLength(1)
    const all = { profile: 'banner' as const, spreadsheet: false, keep_days: 30, ...target }
    expect(bannerProfile.emptyColumns?.(all)).toEqual(['sarpers_gender', 'sarpers_ethn_category', 'sarprac_race_cde'])
    expect(bannerProfile.emptyColumns?.({ ...all, recipient })).toEqual([])
  })
})

test.each([
  ['first_name', 'x'.repeat(36), 'sarpers_first_name is longer than 35 characters'],
  ['address_line_1', 'x'.repeat(36), 'saraddr_street_line1 is longer than 35 characters'],
  ['college_2_name', 'x'.repeat(36), 'sarpcol_inst_name is longer than 35 characters'],
  ['birth_date', '2004-02-30', 'sarpers_birth_dte must be a date'],
])('an answer to %s that does not fit holds the application back whole', async (key, value, reason) => {
  const { files, reasons } = await writeWith(bannerProfile, form, [answered(key, value)], codes)
  expect(reasons).toEqual([[reason]])
  expect(Object.values(files).every((file) => linesOf(String(file)).length === 1)).toBe(true)
})

test('every application is written, or held back with reasons', async () => {
  await fc.assert(
    fc.asyncProperty(applications, async (application) => {
      const { files, reasons } = await writeWith(bannerProfile, form, [application], codes)
      expect(linesOf(String(files['sarhead.csv']))).toHaveLength(reasons[0]?.length === 0 ? 2 : 1)
    }),
    { numRuns: 30 },
  )
})
