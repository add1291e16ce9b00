import { describe, expect, test } from 'vitest'
import { type ListKind, readList } from './read-list.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
function schoolsOf(kind: ListKind, text: string | Uint8Array) {
  const read = readList(kind, typeof text === 'string' ? bytes(text) : text)
  if ('wrong' in read) throw new Error(read.wrong)
  return read
}
const ipedsHeader = 'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,WEBADDR,ICLEVEL,INSTSIZE,CYACTIVE'
const ipedsRow = (cells: string) => schoolsOf('ipeds', `\ufeff${ipedsHeader}\n${cells}\n`).list.schools[0]

describe('IPEDS', () => {
  test('a row becomes a school', () => {
    expect(
      ipedsRow(
        '180461,Prairie State University,PSU|Prairie,1 Main St,Bozeman,MT,59717-2000,https://www.prairie.edu/,1,4,1',
      ),
    ).toEqual({
      id: 'ipeds:180461',
      category: 'college_ceeb',
      name: 'Prairie State University',
      aliases: ['PSU', 'Prairie', 'prairie'],
      ceeb: '',
      address_line_1: '1 Main St',
      city: 'Bozeman',
      state: 'Montana',
      zip: '59717-2000',
      country: 'USA',
      size: 4,
    })
  })

  test.each<[cells: string, expected: object]>([
    [
      '1,Ohio State University-Main Campus,,,Columbus,OH,43210,,1,5,1',
      { id: 'ipeds:000001', name: 'Ohio State University' },
    ],
    [
      '1,COLLEGE OF THE PINES,,12 ELM ST NE,ST. PAUL,MN,1234,,1,-2,1',
      { name: 'College of the Pines', address_line_1: '12 Elm St NE', zip: '01234', size: 0 },
    ],
    ['1,A,-2,-2,B,MT,-2,-2,-2,-2,1', { aliases: [], address_line_1: '', zip: '' }],
    ['1,A,One U | Two U; Three U,,B,MT,,,1,1,1', { aliases: ['One U', 'Two U', 'Three U'] }],
    ['1,A,"One U, Two U",,B,MT,,,1,1,1', { aliases: ['One U', 'Two U'] }],
    ['1,A,One U  Two U or Three U,,B,MT,,,1,1,1', { aliases: ['One U', 'Two U', 'Three U'] }],
    ['1,A,,,B,MT,597172000,,3,5,1', { zip: '59717-2000', size: 0 }],
    ['1,A,,,San Juan,PR,9360000,,1,1,', { zip: '00936', state: 'Puerto Rico' }],
  ])('%s', (cells, expected) => {
    expect(ipedsRow(cells)).toMatchObject(expected)
  })

  test('rows that cannot be used are counted by their reason', () => {
    const { read, skipped, list } = schoolsOf(
      'ipeds',
      `${ipedsHeader}\n1,A,,,B,MT,,,1,1,1\n1,A,,,B,MT,,,1,1,1\n2,,,,B,MT,,,1,1,1\n3,C,,,D,XX,,,1,1,1\n4,E,,,F,MT,,,1,1,3\nx,G,,,H,MT,,,1,1,1\n`,
    )
    expect([read, list.schools.length]).toEqual([6, 1])
    expect(skipped).toEqual({
      'the same school again': 1,
      'no name': 1,
      'unknown state': 1,
      'not active': 1,
      'no UNITID': 1,
    })
  })

  test('an older file in Windows-1252 keeps its accents', () => {
    const text = `${ipedsHeader}\n1,Universidad de Mayag\u00fcez,,,Mayag\u00fcez,PR,,,1,1,1\n`
    expect(
      schoolsOf(
        'ipeds',
        Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
      ).list.schools[0]?.name,
    ).toBe('Universidad de Mayag\u00fcez')
  })
})

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

  test('a row becomes a school, where it is and not where its mail goes', () => {
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
      'zeros that a spreadsheet took',
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
    ['no high school', { G_10_OFFERED: 'No', G_11_OFFERED: 'No', G_12_OFFERED: 'No' }],
    ['no high school', { G_10_OFFERED: 'Not reported', G_11_OFFERED: 'Not reported', G_12_OFFERED: 'M' }],
    ['no NCESSCH', { NCESSCH: 'M' }],
    ['no name', { SCH_NAME: '-1' }],
    ['unknown state', { LSTATE: 'BI' }],
    ['the same school again', { NCESSCH: '300459000113' }],
  ])('%s: %j is left out', (reason, row) => expect(read(row).skipped).toEqual({ [reason]: 1 }))
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
    ['zeros that a spreadsheet took', { PPIN: '1026', PZIP: '2067' }, { id: 'pss:00001026', zip: '02067' }],
    ['the tenth grade is enough', { HIGR2024: '15' }, { id: 'pss:A0100001' }],
    ['without grades the level says it', { HIGR2024: '1', LEVEL: '2' }, { id: 'pss:A0100001' }],
  ])('%s', (_, row, expected) => expect(read(row).list.schools[1]).toMatchObject(expected))

  test.each([
    ['an elementary school', { HIGR2024: '13', LEVEL: '1' }],
    ['one that ends with the ninth grade', { HIGR2024: '14', LEVEL: '3' }],
    ['an elementary school without grades', { HIGR2024: '1', LEVEL: '1' }],
  ])('%s is left out', (_, row) => expect(read(row).skipped).toEqual({ 'no high school': 1 }))

  test('columns in small letters, and of another year', () => {
    const older = table(columns.replace('HIGR2024', 'HIGR2018').toLowerCase(), [
      { ppin: 'A1', pinst: 'Oak High', pcity: 'Butte', pstabb: 'MT', higr2018: '14', level: '3' },
      { ppin: 'A2', pinst: 'Elm High', pcity: 'Butte', pstabb: 'MT', higr2018: '17', level: '3' },
    ])
    expect(schoolsOf('pss', older).list.schools.map(({ name }) => name)).toEqual(['Elm High'])
  })
})

test('codes: by the id of the federal list, with the zeros that were lost', () => {
  const { list, skipped } = schoolsOf(
    'codes',
    'unitid,ncessch,ppin,ceeb\n180461,,,488\n,300459000113,,270110\n,,1026,270111\n,,,5\n180462,,,none\n',
  )
  expect(list.codes).toEqual([
    { id: 'ipeds:180461', ceeb: '0488' },
    { id: 'nces:300459000113', ceeb: '270110' },
    { id: 'pss:00001026', ceeb: '270111' },
  ])
  expect(skipped).toEqual({ 'no unitid, ncessch, ppin or id': 1, 'no code of at most six digits': 1 })
})

test('a list of one’s own: names, and whatever else is known', () => {
  const { list } = schoolsOf(
    'list',
    'Name,City,State,Category,Aliases,CEEB,Country\nHill College,Butte,Montana,,The Hill|Old Hill,4999,\nVale HS,,,high school,,,NOR\n',
  )
  expect(list.schools).toEqual([
    expect.objectContaining({
      category: 'college_ceeb',
      aliases: ['The Hill', 'Old Hill'],
      ceeb: '4999',
      country: 'USA',
      id: 'list:hill-college:butte:mt',
    }),
    expect.objectContaining({ category: 'hs_ceeb', name: 'Vale High School', state: '', country: 'NOR' }),
  ])
})

test.each<[kind: ListKind, text: string, wrong: string]>([
  ['ipeds', 'a,b\n1,2\n', 'This is not an IPEDS file HD: it has no column UNITID, INSTNM, CITY, STABBR.'],
  ['ccd', 'NCESSCH,SCH_NAME,LCITY\n', 'This is not a CCD school directory: it has no column LSTATE.'],
  ['list', 'name\n', 'No row of this file can be used: it has none.'],
  ['codes', 'ceeb\n12\n', 'No row of this file can be used: 1 no unitid, ncessch, ppin or id.'],
  ['list', 'name\n"open', 'The quote that opens in line 2 is never closed.'],
  ['pss', '', 'This is not a PSS public-use file: it has no column PPIN, PINST, PCITY, PSTABB.'],
])('%s: %j is refused with a sentence', (kind, text, wrong) => {
  const read = readList(kind, bytes(text))
  expect('wrong' in read && read.wrong).toContain(wrong)
})
