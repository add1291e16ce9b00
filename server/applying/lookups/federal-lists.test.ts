import { describe, expect, test } from 'vitest'
import { type ListKind, readList } from './read-list.ts'

function schoolsOf(kind: ListKind, text: string) {
  const read = readList(kind, new TextEncoder().encode(text))
  if ('problem' in read) throw new Error(read.problem)
  return read
}

/** Rows of a file with these columns, of which only some are given. */
const table = (columns: string, rows: readonly Readonly<Record<string, string>>[]) =>
  [columns, ...rows.map((row) => columns.split(',').map((column) => row[column] ?? ''))].join('\r\n')

describe('CCD', () => {
  // As published for 2025-26.
  const columns =
    'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,LEA_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,MSTREET1,MSTREET2,MSTREET3,MCITY,MSTATE,MZIP,MZIP4,LSTREET1,LSTREET2,LSTREET3,LCITY,LSTATE,LZIP,LZIP4,PHONE,WEBSITE,SY_STATUS,SY_STATUS_TEXT,UPDATED_STATUS,UPDATED_STATUS_TEXT,EFFECTIVE_DATE,SCH_TYPE_TEXT,SCH_TYPE,RECON_STATUS,OUT_OF_STATE_FLAG,CHARTER_TEXT,CHARTAUTH1,CHARTAUTHN1,CHARTAUTH2,CHARTAUTHN2,NOGRADES,G_PK_OFFERED,G_KG_OFFERED,G_1_OFFERED,G_2_OFFERED,G_3_OFFERED,G_4_OFFERED,G_5_OFFERED,G_6_OFFERED,G_7_OFFERED,G_8_OFFERED,G_9_OFFERED,G_10_OFFERED,G_11_OFFERED,G_12_OFFERED,G_13_OFFERED,G_UG_OFFERED,G_AE_OFFERED,GSLO,GSHI,LEVEL,IGOFFERED'
  const larch = {
    NCESSCH: '300459000113',
    SCH_NAME: 'Larch High',
    MSTREET1: 'PO Box 12',
    MCITY: 'Chinook',
    LSTREET1: '1 A St',
    LCITY: 'Havre',
    LSTATE: 'MT',
    LZIP: '59501',
    LZIP4: '2336',
    SY_STATUS_TEXT: 'Open',
    UPDATED_STATUS_TEXT: 'Open',
    G_9_OFFERED: 'Yes',
    G_10_OFFERED: 'Yes',
    G_11_OFFERED: 'Yes',
    G_12_OFFERED: 'Yes',
  }
  const read = (...rows: readonly Readonly<Record<string, string>>[]) =>
    schoolsOf('ccd', table(columns, [larch, ...rows.map((row) => ({ ...larch, NCESSCH: '300459000114', ...row }))]))

  test('a row becomes a school at its location, not its mailing address', () => {
    expect(read().list.schools).toEqual([
      {
        id: 'nces:300459000113',
        category: 'hs_ceeb',
        name: 'Larch High',
        aliases: [],
        ceeb: '',
        address_line_1: '1 A St',
        city: 'Havre',
        state: 'Montana',
        zip: '59501',
        country: 'USA',
        size: 0,
      },
    ])
  })

  test.each<[what: string, row: Readonly<Record<string, string>>, expected: object]>([
    [
      'zeros that a spreadsheet removed',
      { NCESSCH: '10000500870', LZIP: '2134' },
      { id: 'nces:010000500870', zip: '02134' },
    ],
    ['quotes in a name, doubled as they come', { SCH_NAME: '""Bob"" Aspen H S' }, { name: '"Bob" Aspen High School' }],
    [
      'capitals',
      { SCH_NAME: 'BOZEMAN H S', LCITY: 'GREAT FALLS' },
      { name: 'Bozeman High School', city: 'Great Falls' },
    ],
    ['a new school', { SY_STATUS_TEXT: 'New', UPDATED_STATUS_TEXT: 'New' }, { name: 'Larch High' }],
    ['an older file', { UPDATED_STATUS_TEXT: '' }, { name: 'Larch High' }],
    ['a middle school that goes further', { G_9_OFFERED: 'No', G_10_OFFERED: 'No' }, { name: 'Larch High' }],
    ['a territory', { LSTATE: 'GU' }, { state: 'Guam' }],
  ])('%s', (_, row, expected) => expect(read(row).list.schools[1]).toMatchObject(expected))

  test.each<[reason: string, row: Readonly<Record<string, string>>]>([
    ['not open', { UPDATED_STATUS_TEXT: 'Closed' }],
    ['not open', { SY_STATUS_TEXT: 'Inactive', UPDATED_STATUS_TEXT: '' }],
    ['not open', { SY_STATUS_TEXT: 'Future', UPDATED_STATUS_TEXT: 'Future' }],
    ['not a high school', { G_10_OFFERED: 'No', G_11_OFFERED: 'No', G_12_OFFERED: 'No' }],
    ['not a high school', { G_10_OFFERED: 'Not reported', G_11_OFFERED: 'Not reported', G_12_OFFERED: 'M' }],
    ['no NCESSCH', { NCESSCH: 'M' }],
    ['no name', { SCH_NAME: '-1' }],
    ['unknown state', { LSTATE: 'BI' }],
    ['a duplicate', { NCESSCH: '300459000113' }],
  ])('%s: %j is skipped', (reason, row) => expect(read(row).skipped).toEqual({ [reason]: 1 }))
})

describe('PSS', () => {
  // As published for 2023-24, without the weights and the answers.
  const columns =
    'PFNLWT,REPW1,P135,PPIN,PINST,PADDRS,PCITY,PSTABB,PZIP,PZIP4,PPHONE,PCNTY,PCNTY24,PCNTNM,PL_ADD,PL_CIT,PL_STABB,PL_ZIP,PL_ZIP4,REGION,PSTANSI,ULOCALE24,LATITUDE24,LONGITUDE24,SLDLST24,SLDUST24,STCD24,LOGR2024,HIGR2024,FRAME,TYPOLOGY,RELIG,ORIENT,DIOCESE,LEVEL,LEVEL2,NUMSTUDS'
  const anne = {
    PPIN: 'A0100001',
    PINST: '"ST. ANNE\'S ACADEMY, LLC"',
    PADDRS: '2 OAK ST',
    PCITY: 'BUTTE',
    PSTABB: 'MT',
    PZIP: '59701',
    LOGR2024: '2',
    HIGR2024: '17',
    LEVEL: '3',
  }
  const read = (row: Readonly<Record<string, string>>) =>
    schoolsOf(
      'pss',
      table(columns, [
        { ...anne, PPIN: 'A1' },
        { ...anne, ...row },
      ]),
    )

  test.each<[what: string, row: Readonly<Record<string, string>>, expected: object]>([
    [
      'a row becomes a school',
      {},
      {
        id: 'pss:A0100001',
        category: 'hs_ceeb',
        name: "St. Anne's Academy, LLC",
        address_line_1: '2 Oak St',
        zip: '59701',
      },
    ],
    [
      'where it is, when its mail goes elsewhere',
      { PADDRS: 'P. O. BOX 9', PL_ADD: '258 W MAIN ST', PL_CIT: 'WALKERVILLE', PL_STABB: 'MT', PL_ZIP: '59702' },
      { address_line_1: '258 W Main St', city: 'Walkerville', state: 'Montana', zip: '59702' },
    ],
    ['zeros that a spreadsheet removed', { PPIN: '1026', PZIP: '2067' }, { id: 'pss:00001026', zip: '02067' }],
    ['the tenth grade is enough', { HIGR2024: '15' }, { id: 'pss:A0100001' }],
    ['without grades the level says it', { HIGR2024: '1', LEVEL: '2' }, { id: 'pss:A0100001' }],
  ])('%s', (_, row, expected) => expect(read(row).list.schools[1]).toMatchObject(expected))

  test.each([
    ['an elementary school', { HIGR2024: '13', LEVEL: '1' }],
    ['one that ends with the ninth grade', { HIGR2024: '14', LEVEL: '3' }],
    ['an elementary school without grades', { HIGR2024: '1', LEVEL: '1' }],
  ])('%s is skipped', (_, row) => expect(read(row).skipped).toEqual({ 'not a high school': 1 }))

  test('columns in lower case, and of another year', () => {
    const older = table(columns.replace('HIGR2024', 'HIGR2018').toLowerCase(), [
      { ppin: 'A1', pinst: 'Oak High', pcity: 'Butte', pstabb: 'MT', higr2018: '14', level: '3' },
      { ppin: 'A2', pinst: 'Elm High', pcity: 'Butte', pstabb: 'MT', higr2018: '17', level: '3' },
    ])
    expect(schoolsOf('pss', older).list.schools.map(({ name }) => name)).toEqual(['Elm High'])
  })
})
