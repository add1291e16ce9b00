import { expect, test } from 'vitest'
import {
  canonicalAnswers,
  emptyApplication,
  everyItem,
  problemsIn,
  withAnswer,
  withoutHidden,
} from '../../engine/index.ts'
import { exportedRow } from '../../engine/testing/index.ts'
import { admissions } from '../index.ts'
import { domestic } from '../sample-applicants.ts'
import { form, today } from '../testing/bridger.ts'
import { countries } from './countries.ts'
import { otherNames } from './names-of-countries.ts'
import { stateAndProvince } from './state-and-province.ts'

// U.S. Code, title 8, section 1101(a)(38), with American Samoa, and the codes of ISO 3166-1.
const inBothLists = [
  ['PRI', 'Puerto Rico'],
  ['GUM', 'Guam'],
  ['VIR', 'U.S. Virgin Islands'],
  ['ASM', 'American Samoa'],
  ['MNP', 'Northern Mariana Islands'],
] as const

const prefixes = ['', 'mailing_', 'parent_', 'parent_2_', 'instate_employer_', 'instate_spouse_employer_', 'hs_']
const colleges = ['', '2_', '3_', '4_', '5_', '6_', '7_', '8_'].map((entry) => `college_${entry}`)

test.each(inBothLists)('%s stays a country and a state, and every address stores it as %s', (code, state) => {
  expect(countries.map(([value]) => String(value))).toContain(code)
  expect(stateAndProvince.map(([value]) => String(value))).toContain(state)
  for (const prefix of [...prefixes, ...colleges]) {
    const stored = { [`${prefix}country`]: 'USA', [`${prefix}state`]: state }
    expect(withAnswer(form, emptyApplication, `${prefix}country`, code).answer).toEqual(stored)
    const posted = { [`${prefix}country`]: code, [`${prefix}state`]: 'Montana' }
    expect(canonicalAnswers(form, posted)).toEqual(stored)
  }
})

test('a place of birth and a citizenship are stored as they are', () => {
  const others = everyItem(form).filter(
    (item) => item.kind === 'choice' && item.otherNames === 'countries' && item.role !== 'country',
  )
  expect(others.length).toBeGreaterThan(0)
  for (const item of others) {
    const [key = ''] = 'key' in item ? [item.key] : []
    expect(canonicalAnswers(form, { [key]: 'PRI' })).toEqual({ [key]: 'PRI' })
  }
})

test('an address in Puerto Rico needs its ZIP code, and is exported as it is stored', () => {
  const chosen = withAnswer(form, { ...domestic, answer: { ...domestic.answer, zip: '' } }, 'country', 'PRI')
  expect(problemsIn(form, chosen, today)).toEqual([{ page: 'about', key: 'zip', message: 'ZIP code' }])
  expect(withoutHidden(form, chosen).cleared).toEqual([])
  const signedBefore = { ...domestic, answer: { ...domestic.answer, country: 'PRI', state: '' } }
  expect(exportedRow(form, signedBefore)).toMatchObject({ country: 'USA', state: 'Puerto Rico' })
})

test('another country is no such option, nor is what an object has by itself', () => {
  for (const country of ['NOR', 'constructor', '__proto__', ''])
    expect(withAnswer(form, domestic, 'country', country).answer).toEqual({ ...domestic.answer, country })
})

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
