import { expect, test } from 'vitest'
import { countries, countriesNoUsa, countriesUsaFirst } from './countries.ts'
import { stateAndProvince } from './state-and-province.ts'

const values = (options: readonly (readonly [string, string])[]) => options.map(([value]) => value)

test('[3.options.2] countries start with a blank shown as -- and are in alphabetical order', () => {
  expect(countries[0]).toEqual(['', '--'])
  const names = countries.slice(1).map(([, name]) => name)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
})
test('[3.options.3] [3.options.4] the United States come first after the blank in one variant and are missing in the other', () => {
  expect(countriesUsaFirst.slice(0, 2)).toEqual([
    ['', '--'],
    ['USA', 'United States'],
  ])
  expect(new Set(values(countriesUsaFirst))).toEqual(new Set(values(countries)))
  expect(values(countriesNoUsa)).not.toContain('USA')
  expect(countriesNoUsa).toHaveLength(countries.length - 1)
})
test('[3.options.1] USA, UK and CAN are spelled as stored, and no code is used twice', () => {
  expect(values(countries)).toEqual(expect.arrayContaining(['USA', 'UK', 'CAN']))
  expect(values(countries)).not.toContain('GBR')
  expect(new Set(values(countries)).size).toBe(countries.length)
})
test('[3.options.5] [3.options.6] states and provinces: the value equals the name, 51 + 8 + 3 + 13 of them', () => {
  expect(stateAndProvince[0]).toEqual(['', '--'])
  expect(stateAndProvince.slice(1).every(([value, name]) => value === name)).toBe(true)
  expect(stateAndProvince).toHaveLength(1 + 51 + 8 + 3 + 13)
})
