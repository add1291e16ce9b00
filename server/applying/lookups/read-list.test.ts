import { describe, expect, test } from 'vitest'
import { mergedSchools, starterSchools } from './merged-schools.ts'
import { type ListKind, readList } from './read-list.ts'
import type { School } from './school.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
function schoolsOf(kind: ListKind, text: string | Uint8Array) {
  const read = readList(kind, typeof text === 'string' ? bytes(text) : text)
  if ('problem' in read) throw new Error(read.problem)
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

  test.each<[college: string, region: string, grants: string, type: string | undefined]>([
    ['a university', '7', '2', '4'],
    ['a school of only graduate degrees', '7', '1', '4'],
    ['a community college', '7', '4', '2'],
    ['one with a few bachelor’s degrees, which may be a university', '7', '3', undefined],
    ['a school without degrees', '7', '6', 'T'],
    ['a service academy', '0', '2', 'M'],
    ['one of which nothing is known', '7', '-1', undefined],
    ['one in an older file', '', '', undefined],
  ])('the type of %s', (_, region, grants, type) => {
    const { list } = schoolsOf('ipeds', `UNITID,INSTNM,CITY,STABBR,OBEREG,INSTCAT\n1,A,B,MT,${region},${grants}\n`)
    expect(list.schools.map((school) => school.type)).toEqual([type])
  })

  test('rows that cannot be used are counted by their reason', () => {
    const { read, skipped, list } = schoolsOf(
      'ipeds',
      `${ipedsHeader}\n1,A,,,B,MT,,,1,1,1\n1,A,,,B,MT,,,1,1,1\n2,,,,B,MT,,,1,1,1\n3,C,,,D,XX,,,1,1,1\n4,E,,,F,MT,,,1,1,3\nx,G,,,H,MT,,,1,1,1\n`,
    )
    expect([read, list.schools.length]).toEqual([6, 1])
    expect(skipped).toEqual({
      'a duplicate': 1,
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

test('codes: by the id of the federal list, with restored zeros', () => {
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

test("an institution's own list: names, and whatever else is known", () => {
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
  expect('problem' in read && read.problem).toContain(wrong)
})

const hill: School = {
  id: 'list:hill',
  category: 'college_ceeb',
  name: 'University of the Hill',
  aliases: ['The Hill'],
  ceeb: '',
  address_line_1: '',
  city: 'Butte',
  state: 'Montana',
  zip: '',
  country: 'USA',
  size: 3,
}
const official: School = {
  ...hill,
  id: 'ipeds:000001',
  name: 'The University of the Hill',
  aliases: ['uhill'],
  address_line_1: '1 Hill Rd',
  zip: '59701',
  size: 2,
}
const lists = (...schools: readonly (readonly School[])[]) => schools.map((each) => ({ schools: each, codes: [] }))

test('an imported school replaces the one of the starter list, and gets its nicknames', () => {
  expect(mergedSchools([hill], lists([official]))).toEqual([
    { ...official, aliases: ['uhill', 'University of the Hill', 'The Hill'] },
  ])
})
test('what an imported school lacks comes from the starter list', () => {
  const known = { ...hill, address_line_1: '1 Hill Rd', zip: '59701' }
  expect(mergedSchools([known], lists([{ ...official, address_line_1: '', zip: '59702' }]))).toMatchObject([
    { id: official.id, name: official.name, address_line_1: '1 Hill Rd', zip: '59702' },
  ])
})
test('schools that the lists do not have stay', () => {
  const other = { ...hill, id: 'list:vale', name: 'Vale College', aliases: [] }
  expect(mergedSchools([hill, other], lists([official])).map(({ id }) => id)).toEqual(['ipeds:000001', 'list:vale'])
})
test('the same name in another state is another school, and so is a high school in another city', () => {
  const elsewhere = { ...official, id: 'ipeds:000002', state: 'Idaho' }
  expect(mergedSchools([hill], lists([elsewhere]))).toHaveLength(2)
  const school = { ...hill, category: 'hs_ceeb' as const }
  expect(mergedSchools([school], lists([{ ...school, id: 'nces:1', city: 'Havre' }]))).toHaveLength(2)
  expect(mergedSchools([school], lists([{ ...school, id: 'nces:1' }]))).toHaveLength(1)
})
test('two schools of one list stay separate, and a third that could be either is merged with neither', () => {
  const twins = [official, { ...official, id: 'ipeds:000003', city: 'Anaconda' }]
  expect(mergedSchools([hill], lists(twins)).map(({ id }) => id)).toEqual(['ipeds:000001', 'ipeds:000003', 'list:hill'])
})
test('a later list completes an earlier one', () => {
  expect(mergedSchools([], lists([official], [{ ...hill, ceeb: '4999' }]))).toEqual([
    { ...official, ceeb: '4999', size: 3, aliases: ['uhill', 'University of the Hill', 'The Hill'] },
  ])
})
test('codes reach their schools, whichever list came first', () => {
  const codes = {
    schools: [],
    codes: [
      { id: 'ipeds:000001', ceeb: '4998' },
      { id: 'ipeds:999999', ceeb: '1' },
    ],
  }
  expect(mergedSchools([], [codes, ...lists([official])])).toEqual([{ ...official, ceeb: '4998' }])
})
test('the list that comes with the product knows the types of its colleges', () => {
  const types = Map.groupBy(starterSchools(), ({ type }) => type)
  const counts = ['4', '2', 'T', 'M'].map((type) => types.get(type as School['type'])?.length)
  expect(counts).toEqual([2297, 1258, 265, 7])
  expect(types.get('M')?.map(({ name }) => name)).toContain('United States Naval Academy')
})
