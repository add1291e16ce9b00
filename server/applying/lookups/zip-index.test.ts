import { describe, expect, test } from 'vitest'
import { addressFrom, suggestionOf } from './addresses.ts'
import { zipCodes, zipIndexOf } from './zip-index.ts'

describe('zip index', () => {
  const index = zipIndexOf('Montana')
  const first = (text: string) => index.find(text, 5).map(suggestionOf)[0]

  test.each<[text: string, line: string, place: string]>([
    ['123 Main St, Boz', '123 Main St', 'Bozeman, Montana'],
    ['123 Main St, Bozeman MT 59715', '123 Main St', 'Bozeman, Montana 59715'],
    ['123 Main St, Bozeman, Mont', '123 Main St', 'Bozeman, Montana'],
    ['123 Main St Bozeman MT', '123 Main St', 'Bozeman, Montana'],
    ['123 Main St 59715', '123 Main St', 'Bozeman, Montana 59715'],
    ['9 Elm Ave Apt 4, dillon', '9 Elm Ave Apt 4', 'Dillon, Montana 59725'],
    ['9 Elm Ave, Apt 4, Dillon, MT', '9 Elm Ave, Apt 4', 'Dillon, Montana 59725'],
    ['1 State St, Providence, Rhode Is', '1 State St', 'Providence, Rhode Island'],
    ['5 A St, Boise id 837', '5 A St', 'Boise, Idaho 83701'],
    ['5 A St, Springfield, IL 62701-1234', '5 A St', 'Springfield, Illinois 62701'],
  ])('%s', (text, line, place) => {
    expect(first(text)).toMatchObject({ text: line, sub_text: place })
  })

  test.each([
    '',
    'Bozeman',
    '123 Main St',
    '100 Lincoln',
    '12 Washington Ave',
    '59715',
    ', Bozeman',
    '1 A St, Xyzzy',
    '1 A St, 00000',
    ',,,,,,',
    '1 '.repeat(5_000),
  ])('%j completes nothing', (text) => {
    expect(index.find(text, 5)).toEqual([])
  })

  test('a place with several ZIP codes is offered without one, then with each', () => {
    const zips = index.find('123 Main St, Bozeman', 5).map(({ zip }) => zip)
    expect(zips).toEqual(['', '59715', '59717', '59718', '59719'])
  })

  test('an id contains its address, and an invalid id contains none', () => {
    const [found] = index.find('9 Elm Ave, Dillon, MT', 1)
    if (found === undefined) throw new Error('Nothing was found.')
    expect(addressFrom(suggestionOf(found).id)).toEqual(found)
    for (const id of [
      '',
      'x',
      '{}',
      Buffer.from('{"city":1}').toString('base64url'),
      'A'.repeat(10_000),
      '__proto__',
    ]) {
      expect(addressFrom(id)).toBeUndefined()
    }
  })
})

describe('zip codes', () => {
  const placeOf = (zip: string) => {
    const { city = '', states = [] } = zipCodes.get(zip) ?? {}
    return [city, ...states.map(({ code }) => code)].join(' ')
  }

  test.each([
    ['59801', 'Missoula MT'],
    ['00601', 'Adjuntas PR'],
    ['00802', 'St Thomas VI'],
    ['96799', 'Pago Pago AS'],
    ['96910', 'Hagatna GU'],
    ['96940', 'Palau PW'],
    ['09012', 'APO AE'],
    ['34002', 'DPO AA'],
    ['96602', 'FPO AP'],
    ['20001', 'Washington DC'],
    ['42223', 'Fort Campbell KY TN'],
    ['59221', 'Fairview MT ND'],
    ['86514', 'Teec Nos Pos AZ NM UT'],
    ['00000', ''],
    ['K1A', ''],
  ])('%s is %j', (zip, expected) => expect(placeOf(zip)).toBe(expected))

  describe('a ZIP code', () => {
    test('is one of the United States, and has a city and a state', () => {
      expect(zipCodes.size).toBeGreaterThan(40_000)
      const odd = [...zipCodes].filter(
        ([key, { zip, city, states }]) => key !== zip || city === '' || states.some(({ country }) => country !== 'USA'),
      )
      expect(odd).toEqual([])
    })

    test('that extends into another state is known', () => {
      const borders = [...zipCodes.values()].filter(({ states }) => states.length > 1)
      expect(borders).toHaveLength(126) // as many as are listed: a misspelled one would be missing
      expect(borders.filter(({ states }) => new Set(states).size < states.length)).toEqual([])
    })
  })
})
