import { expect, test } from 'vitest'
import { everyItem } from '../../engine/index.ts'
import { admissions } from '../index.ts'
import { countries } from './countries.ts'
import { otherNames } from './names-of-countries.ts'

const namesOf = (list: string) => Object.entries(otherNames[list] ?? {})

test('every country has a two-letter code of its own', () => {
  const given = new Map(namesOf('countries').map(([value, [code]]) => [value, code]))
  expect([...given.keys()].sort()).toEqual(countries.flatMap(([value]) => value || []).sort())
  expect([...given.values()].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
  expect(new Set(given.values()).size).toBe(given.size)
})

test('no other name is the label of a country, and no country has one twice', () => {
  const labels = new Set<string>(countries.map(([, label]) => label))
  const wrong = namesOf('countries').filter(
    ([, [, ...names]]) => names.some((name) => labels.has(name)) || new Set(names).size !== names.length,
  )
  expect(wrong).toEqual([])
})

test('a choice of a country, and no other, names the countries', () => {
  const choices = everyItem(admissions).filter((item) => item.kind === 'choice')
  const ofCountries = choices.filter(({ key }) => /country$|^citizenship$/.test(key))
  expect(ofCountries.length).toBeGreaterThan(5)
  expect(choices.filter((each) => each.otherNames !== undefined)).toEqual(ofCountries)
  expect(ofCountries.filter((each) => each.otherNames !== 'countries')).toEqual([])
})

test('other names cannot be changed, nor do they belong to what is offered', () => {
  expect([otherNames, otherNames.countries, otherNames.countries?.USA].every(Object.isFrozen)).toBe(true)
  expect(countries.flat()).not.toContain('Holland')
})
