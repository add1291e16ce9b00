import { expect, test } from 'vitest'
import { proves } from '../../testing/proves.ts'
import { countries, countriesNoUsa, countriesUsaFirst } from './countries.ts'
import { stateAndProvince } from './state-and-province.ts'

const values = (options: readonly (readonly [string, string])[]) => options.map(([value]) => value)

test('countries start with a blank shown as -- and are in alphabetical order', () => {
  expect(countries[0], proves('3.options.2')).toEqual(['', '--'])
  const names = countries.slice(1).map(([, name]) => name)
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
})
test('the United States come first after the blank in one variant and are missing in the other', () => {
  expect(countriesUsaFirst.slice(0, 2), proves('3.options.3')).toEqual([
    ['', '--'],
    ['USA', 'United States'],
  ])
  expect(new Set(values(countriesUsaFirst))).toEqual(new Set(values(countries)))
  const others = countries.filter(([value]) => value !== 'USA')
  expect(countriesNoUsa, proves('3.options.4')).toEqual(others)
})
test('USA, UK and CAN are spelled as stored and have their names, and no code is used twice', () => {
  const three = countries.filter(([value]) => ['USA', 'UK', 'CAN'].includes(value))
  expect(Object.fromEntries(three), proves('3.options.1')).toEqual({
    USA: 'United States',
    UK: 'United Kingdom',
    CAN: 'Canada',
  })
  expect(values(countries)).not.toContain('GBR')
  expect(new Set(values(countries)).size).toBe(countries.length)
})
test('states and provinces: the value equals the name, 51 + 8 + 3 + 13 of them', () => {
  expect(stateAndProvince[0]).toEqual(['', '--'])
  expect(
    stateAndProvince.slice(1).filter(([value, name]) => value !== name),
    proves('3.options.6'),
  ).toEqual([])
  expect(stateAndProvince).toHaveLength(1 + 51 + 8 + 3 + 13)
  const oneOfEach = [
    'Montana',
    'District of Columbia',
    'Puerto Rico',
    'Guam',
    'Armed Forces Europe',
    'Ontario',
    'Yukon',
  ]
  expect(values(stateAndProvince), proves('3.options.5')).toEqual(expect.arrayContaining(oneOfEach))
})
