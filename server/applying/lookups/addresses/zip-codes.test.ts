import { describe, expect, test } from 'vitest'
import { zipCodes } from './zip-codes.ts'

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
