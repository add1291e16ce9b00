import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { createMemoryLimit, inNetworks } from '../../platform/limits/index.ts'
import { createKeyRing } from '../../platform/secrets/index.ts'
import { formOf, readInstitution } from '../../running/institution/index.ts'
import { appForTests, onOneDatabase, silentLog } from '../../testing/index.ts'
import { applicationRoutes } from '../applications/index.ts'
import type { Lookups } from './create-lookups.ts'
import { createLookups, lookupRoutes, schoolsCommand } from './index.ts'

type Found = { text: string; id: string; sub_text: string }

onOneDatabase('lookups', (on) => {
  let lookups: Lookups
  let other: Lookups
  let server: Awaited<ReturnType<typeof appForTests>>
  let folder = ''
  const open = () =>
    createLookups({ database: on.database, nearState: () => 'MT', photonUrl: undefined, log: silentLog })
  const ask = (query: string) => server.call(undefined, 'GET', `/lookup/find?${query}`)
  const find = async (text: string, category = 'college_ceeb'): Promise<Found[]> =>
    (await ask(`${new URLSearchParams({ text, category })}`)).body
  const resolve = async (id: string, category = 'college_ceeb') => ask(`${new URLSearchParams({ id, category })}`)
  const schools = (...words: readonly string[]) => schoolsCommand(on.database, lookups, words, folder)
  const fileOf = (name: string, text: string) => writeFileSync(join(folder, name), text)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-schools-'))
    lookups = open()
    other = open()
    const institution = readInstitution(on.settings)
    const now = () => new Date('2026-11-21T18:00:00Z')
    server = await appForTests(on.settings, (app) => {
      lookupRoutes(app, lookups, createMemoryLimit({ most: 500, seconds: 60 }))
      const keyRing = createKeyRing(on.settings)
      applicationRoutes(app, { database: on.database, keyRing, form: formOf(institution), institution, now })
    })
    await Promise.all([lookups.reload(), other.reload()])
  })
  afterAll(async () => {
    await server.close()
    await Promise.all([lookups.close(), other.close()])
    rmSync(folder, { recursive: true })
  })

  describe('GET /lookup/find by text', () => {
    test('is a bare list of text, id and sub_text', async () => {
      const { body } = await ask('text=griz&category=college_ceeb&max_results=5')
      const suggestion = { text: expect.any(String), id: expect.any(String), sub_text: expect.any(String) }
      expect(body, proves('7.lookup.1', '3.state.9')).toEqual(Array(5).fill(suggestion))
      expect(body[0]).toMatchObject({ text: 'University of Montana', sub_text: 'Missoula, Montana' })
    })
    test.each([
      ['college_ceeb', 'griz', 'University of Montana', 'Missoula, Montana'],
      ['hs_ceeb', 'capital high', 'Capital High School', 'Helena, Montana'],
      ['address', '12 Elm St, Dillon MT', '12 Elm St', 'Dillon, Montana 59725'],
    ])('the category %s has its own', async (category, asked, text, sub_text) => {
      const [first] = await find(asked, category)
      expect(first, proves('3.state.17')).toMatchObject({ text, sub_text })
      for (const another of ['college_ceeb', 'hs_ceeb', 'address'].filter((each) => each !== category))
        expect((await find(asked, another)).map((each) => each.text)).not.toContain(text)
    })
    test('gives at most 5, and fewer when fewer are asked for', async () => {
      expect(await find('university')).toHaveLength(5)
      for (const [most, count] of [
        ['5', 5],
        ['3', 3],
        ['50', 5],
      ]) {
        const { body } = await ask(`text=university&category=college_ceeb&max_results=${most}`)
        expect(body, proves('9.lookup.1')).toHaveLength(Number(count))
      }
    })
    test.each(['', 'u', ' u ', 'x'.repeat(10_000), '"'.repeat(300)])(
      '%j is a text without suggestions',
      async (text) => {
        expect(await find(text)).toEqual([])
      },
    )
  })

  describe('by id', () => {
    test('a school is returned as its record with its name', async () => {
      const [found] = await find('montana state university')
      const { body } = await resolve(found?.id ?? '')
      expect(body, proves('7.lookup.2', '3.state.11')).toEqual({
        name: 'Montana State University',
        ceeb: '',
        address_line_1: '',
        city: 'Bozeman',
        state: 'Montana',
        zip: '59717',
        country: 'USA',
        type: '4',
      })
      const [highSchool] = await find('capital high', 'hs_ceeb')
      const { body: record } = await resolve(highSchool?.id ?? '', 'hs_ceeb')
      expect(record, proves('3.state.11')).toMatchObject({ name: 'Capital High School' })
    })
    test('an address has address_line_1 and no name', async () => {
      const [found] = await find('12 Elm St, Dillon MT', 'address')
      const { body } = await resolve(found?.id ?? '', 'address')
      expect(body, proves('3.state.10')).toEqual({
        address_line_1: '12 Elm St',
        city: 'Dillon',
        state: 'Montana',
        zip: '59725',
        country: 'USA',
      })
    })
    test.each([
      ['a college', 'montana state university', 'college_ceeb', 'college_2_', 'Montana'],
      ['a high school', 'capital high', 'hs_ceeb', 'hs_', 'Montana'],
      ['an address', '1 A St, San Juan PR', 'address', 'parent_', 'Puerto Rico'],
    ] as const)('the answers that %s fills are saved with the descriptions of its dropdowns', async (...given) => {
      const [, text, category, prefix, state] = given
      const account = randomUUID()
      const [found] = await find(text, category)
      const { body: record } = await resolve(found?.id ?? '', category)
      const filled = Object.fromEntries(Object.entries(record).map(([end, value]) => [prefix + end, value]))
      // Without a diploma, the form does not ask for a high school.
      await server.call(account, 'PUT', '/api/answer', { ged_transfer: 'D', ...filled })
      const { answer } = (await server.call(account, 'GET', '/api/profile')).body
      expect(answer, proves('7.lookup.6')).toMatchObject({
        [`${prefix}state`]: record.state,
        [`${prefix}state_desc`]: state,
        [`${prefix}country`]: 'USA',
        [`${prefix}country_desc`]: 'United States',
      })
    })
    test('an unknown id is 404, also an id of another category', async () => {
      const [found] = await find('montana state university')
      for (const [id, category] of [
        ['none', 'college_ceeb'],
        ['', 'hs_ceeb'],
        ['none', 'address'],
        [found?.id, 'hs_ceeb'],
        ['__proto__', 'college_ceeb'],
      ]) {
        expect((await resolve(id ?? '', category)).status).toBe(404)
      }
    })
  })

  test.each([
    '',
    'category=college_ceeb',
    'text=university',
    'text=university&category=',
    'text=university&category=colleges',
    'text=university&category=__proto__',
    'text=a&text=b&category=college_ceeb',
    'text[]=a&category=college_ceeb&text[]=b',
    'text=university&category=college_ceeb&category=hs_ceeb',
    'text=university&category=college_ceeb&max_results=0',
    'text=university&category=college_ceeb&max_results=-1',
    'text=university&category=college_ceeb&max_results=five',
    'text=university&category=college_ceeb&max_results=1e9',
  ])('?%s is malformed, and says so', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  })

  test.each([
    '%00%07',
    '(a%2B)%2B%24',
    '%27%3B+drop+table+school_list%3B--',
    '%F0%9F%98%80%F0%9F%98%80',
    '%ED%A0%80',
    '%',
    '../../etc/passwd',
  ])('text=%s is answered at once', async (text) => {
    const start = performance.now()
    const { status } = await ask(`text=${text}&category=college_ceeb`)
    expect([200, 400]).toContain(status)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  describe('GET /lookup/zip', () => {
    const placeOf = async (zip: string) => (await server.call(undefined, 'GET', `/lookup/zip?zip=${zip}`)).body
    test.each([
      ['59801', { city: 'Missoula', states: ['Montana'] }],
      ['00601', { city: 'Adjuntas', states: ['Puerto Rico'] }],
      ['96910', { city: 'Hagatna', states: ['Guam'] }],
      ['09012', { city: 'APO', states: ['Armed Forces Europe'] }],
      ['42223', { city: 'Fort Campbell', states: ['Kentucky', 'Tennessee'] }],
      ['00000', { city: '', states: [] }],
    ])('%s returns its place, or nothing if it is unknown', async (zip, place) => {
      expect(await placeOf(zip)).toEqual(place)
    })
    test.each(['', '5980', '598011', '59801-1234', 'K1A0B1', '5980x', '%00%00%00%00%00', "1'or1", '59801&zip=59801'])(
      '%j is malformed, and says so',
      async (zip) => expect(await placeOf(zip)).toMatchObject({ code: 'malformed' }),
    )
    test.each(['', '?', '?zip[]=59801', `?zip=${'5'.repeat(10_000)}`])('so is %.20s', async (query) => {
      expect((await server.call(undefined, 'GET', `/lookup/zip${query}`)).status).toBe(400)
    })
  })

  describe('npm run schools', () => {
    const header = 'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,CYACTIVE\n'
    test('imports a file while the server runs, and again to replace it', async () => {
      fileOf(
        'HD.csv',
        `${header}180461,Zephyr State University,Zed,1 A St,Bozeman,MT,59717,1\n2,Zenith College,,,Butte,MT,59701,3\n`,
      )
      expect(await schools('import', '--ipeds', 'HD.csv')).toEqual([
        'HD.csv: 2 rows read, 1 kept, 1 skipped (1 not active). In use as ipeds.',
      ])
      expect(await find('zed')).toMatchObject([{ text: 'Zephyr State University', id: 'ipeds:180461' }])
      fileOf('HD.csv', `${header}2,Zenith College,,,Butte,MT,59701,1\n`)
      await schools('import', '--ipeds', join(folder, 'HD.csv'))
      expect((await find('zephyr')).map(({ text }) => text)).not.toContain('Zephyr State University')
      expect(await find('zenith')).toMatchObject([{ text: 'Zenith College' }])
    })
    test('codes reach the schools they name', async () => {
      fileOf('codes.csv', 'unitid,ceeb\n2,77\n')
      await schools('import', '--codes', 'codes.csv')
      expect((await resolve('ipeds:000002')).body).toMatchObject({ name: 'Zenith College', ceeb: '0077', zip: '59701' })
    })
    test('a broken file changes nothing', async () => {
      const before = await schools('list')
      fileOf('broken.csv', 'UNITID,INSTNM\n1,"Open')
      const rows = Array.from(
        { length: 20_000 },
        (_, at) => `${at},${at === 10_000 ? '"' : ''}Zenith ${at},,,Butte,MT,59701,1\n`,
      )
      fileOf('large.csv', header + rows.join(''))
      for (const [words, message] of [
        [
          ['import', '--ipeds', 'broken.csv'],
          'broken.csv: The quote that opens in line 2 is never closed. Nothing is changed.',
        ],
        [
          ['import', '--ipeds', 'large.csv'],
          'large.csv: The quote that opens in line 10002 is never closed. Nothing is changed.',
        ],
        [
          ['import', '--ccd', 'HD.csv'],
          'HD.csv: This is not a CCD school directory: it has no column NCESSCH, SCH_NAME, LCITY, LSTATE. Nothing is changed.',
        ],
        [['import', '--list', 'none.csv'], 'none.csv: There is no such file. Nothing is changed.'],
        [['import', '--list', '.'], '.: This is not a file. Nothing is changed.'],
      ] as const) {
        await expect(schools(...words)).rejects.toThrow(message)
      }
      expect(await schools('list')).toEqual(before)
      expect(await find('zenith')).toMatchObject([{ text: 'Zenith College' }])
    })
    test.each([
      [],
      ['import'],
      ['import', '--ipeds'],
      ['import', '--toString', 'x'],
      ['import', '--list', 'a', 'b'],
      ['export'],
    ])('%j prints the usage', async (...words) => {
      await expect(schools(...words.map(String))).rejects.toThrow(/^Usage: npm run schools/)
    })
    test('another process has the new list too, and a list can be removed', async () => {
      fileOf('own.csv', 'name,city,state,category\nZodiac High School,Butte,MT,high school\n')
      await schools('import', '--list', 'own.csv')
      await other.reload()
      expect(await other.find('zodiac', 'hs_ceeb', 5)).toMatchObject([{ text: 'Zodiac High School' }])
      expect((await schools('list')).map((line) => line.split(':')[0])).toEqual(['codes', 'ipeds', 'list'])
      for (const source of ['list:own.csv', 'codes', 'ipeds']) await schools('remove', source)
      expect(await schools('list')).toEqual(['Nothing is imported: the starter list is used.'])
      expect(await find('zodiac', 'hs_ceeb')).toEqual([])
      await expect(schools('remove', 'ipeds')).rejects.toThrow('Unknown list: ipeds.')
    })
  })

  test('an answer that does not come in time is no empty one: to be asked again in a second', async () => {
    const late = open()
    await late.reload()
    await late.close() // whatever is asked now has no answer
    const behind = await appForTests(on.settings, (app) =>
      lookupRoutes(app, late, createMemoryLimit({ most: 500, seconds: 60 })),
    )
    const asked = ['find?text=carroll&category=college_ceeb', 'find?id=x&category=college_ceeb', 'zip?zip=59801']
    const replies = await Promise.all(asked.map((each) => behind.call(undefined, 'GET', `/lookup/${each}`)))
    await behind.close()
    for (const { status, body, headers } of replies)
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '1'])
  })

  test('too many requests are refused with the time to wait', async () => {
    const strict = await appForTests(on.settings, (app) =>
      lookupRoutes(app, lookups, createMemoryLimit({ most: 2, seconds: 60 })),
    )
    const asked = ['find?text=mit&category=college_ceeb', 'zip?zip=59801', 'zip?zip=59802']
    const replies = await Promise.all(asked.map((each) => strict.call(undefined, 'GET', `/lookup/${each}`)))
    await strict.close()
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('an exempt network is not limited, with addresses of either version', async () => {
    const isExempt = inNetworks(['192.0.2.0/24', '2001:db8:40::/44']) ?? (() => false)
    const behindProxy = await appForTests({ ...on.settings, trustProxy: 1 }, (app) =>
      lookupRoutes(app, lookups, createMemoryLimit({ most: 0, seconds: 60 }, { isExempt })),
    )
    const statusFor = async (address: string) =>
      (await behindProxy.call(undefined, 'GET', '/lookup/zip?zip=59801', undefined, { 'x-forwarded-for': address }))
        .status
    const statuses = await Promise.all(['192.0.2.7', '2001:db8:40::7', '2001:db8:50::7'].map(statusFor))
    await behindProxy.close()
    expect(statuses).toEqual([200, 200, 429])
  })
})
