import { describe, expect, test } from 'vitest'
import { questionsByKey } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { starterSchools } from './merged-schools.ts'
import { schoolIndexOf } from './school-index.ts'
import { stateFrom, states } from './states.ts'
import { judgedColleges, judgedHighSchools } from './testing/judged-queries.ts'
import { qualityOf } from './testing/quality-of.ts'
import { strangersColleges, strangersHighSchools } from './testing/strangers-queries.ts'
import { zipCodes } from './zip-index.ts'

const schools = starterSchools()
const colleges = schoolIndexOf(
  schools.filter(({ category }) => category === 'college_ceeb'),
  'Montana',
)
const highSchools = schoolIndexOf(
  schools.filter(({ category }) => category === 'hs_ceeb'),
  'Montana',
)

describe('the starter list', () => {
  test('has every school that the sample queries look for', () => {
    const known = new Set(schools.map(({ name, state }) => `${name}, ${state}`))
    const meant = [...judgedColleges, ...judgedHighSchools].map(
      ([, name, state]) => `${name}, ${stateFrom(state)?.name}`,
    )
    expect(meant.filter((each) => !known.has(each))).toEqual([])
  })

  test('has colleges in every state, no duplicates, and no codes', () => {
    const states50 = states.filter(
      ({ country, code }) => country === 'USA' && !/^(AS|FM|MH|MP|PW|AA|AE|AP)$/.test(code),
    )
    expect(
      states50.filter(
        ({ name }) => !schools.some(({ state, category }) => state === name && category === 'college_ceeb'),
      ),
    ).toEqual([])
    expect(new Set(schools.map(({ id }) => id)).size).toBe(schools.length)
    expect(schools.filter(({ ceeb, city, country }) => ceeb !== '' || city === '' || country === '')).toEqual([])
  })

  // The form requires the ZIP code of a school in the United States.
  test('has a ZIP code for every school in the United States, in its state', () => {
    const american = schools.filter(({ country }) => country === 'USA')
    expect(american.filter(({ zip }) => !/^\d{5}(-\d{4})?$/.test(zip))).toEqual([])
    const elsewhere = american.filter(({ zip, state }) => {
      const states = zipCodes.get(zip.slice(0, 5))?.states
      return states !== undefined && !states.some(({ name }) => name === state)
    })
    expect(elsewhere.map(({ name, state, zip }) => `${name}, ${state} ${zip}`)).toEqual([])
  })

  test('names states as the form’s lists do', () => {
    const question = questionsByKey(admissions).get('hs_state')
    const values: readonly string[] = question?.kind === 'choice' ? question.values : []
    expect(states.map(({ name }) => name).filter((name) => !values.includes(name))).toEqual([])
  })
})

describe('the school that is looked for', () => {
  test('is nearly always the first college, and almost always among the first five', async () => {
    expect(judgedColleges.length).toBeGreaterThanOrEqual(100)
    const { first, inFive } = await qualityOf((query) => colleges.find(query, 5), judgedColleges)
    expect(inFive).toBeGreaterThan(0.99)
    expect(first).toBeGreaterThan(0.97)
  })

  test('the same for high schools', async () => {
    const { first, inFive } = await qualityOf((query) => highSchools.find(query, 5), judgedHighSchools)
    expect(inFive).toBe(1)
    expect(first).toBeGreaterThan(0.95)
  })

  test('the same for the queries of somebody who did not know the search', async () => {
    const ofColleges = await qualityOf((query) => colleges.find(query, 5), strangersColleges)
    expect(ofColleges.inFive).toBeGreaterThanOrEqual(0.99)
    expect(ofColleges.first).toBeGreaterThanOrEqual(0.97)
    const ofHighSchools = await qualityOf((query) => highSchools.find(query, 5), strangersHighSchools)
    expect(ofHighSchools.inFive).toBe(1)
    expect(ofHighSchools.first).toBeGreaterThanOrEqual(0.97)
  })

  test.each([
    ['nd state', 'North Dakota State University'],
    ['ky state', 'Kentucky State University'],
    ['univ of wa', 'University of Washington'],
    ['wm paterson', 'William Paterson University'],
    ['our lady of the lake', 'Our Lady of the Lake University'],
  ])(
    'is found by the code of its state, a short first name, or its own name before a former one: %s',
    (query, name) => {
      expect(colleges.find(query, 5)[0]?.name).toBe(name)
    },
  )

  test('is found from the fifth letter on', () => {
    for (let end = 5; end <= 'gonzaga univ'.length; end += 1) {
      expect(colleges.find('gonzaga univ'.slice(0, end), 5)[0]?.name).toBe('Gonzaga University')
    }
  })
})

test.each([
  ['nothing', ''],
  ['a blank', '   '],
  ['punctuation', '.,-!?'],
  ['a regular expression', '(a+)+$'],
  ['controls', '\u0000\u0007\u001b[2J'],
  ['SQL', "'; drop table application; --"],
  ['a prototype', '__proto__ constructor toString'],
  ['a lone surrogate', '\ud800 college'],
  ['direction marks', '\u202euniversity\u202c'],
  ['very many letters', 'a'.repeat(10_000)],
  ['very many words', 'college '.repeat(1_250)],
  ['very many marks', `e${'\u0301'.repeat(10_000)}`],
  ['letters apart', 'u n i v e r s i t y '.repeat(500)],
])('%s is searched in milliseconds, for a list of schools', (_, text) => {
  colleges.find('warm', 5)
  const start = performance.now()
  expect(Array.isArray(colleges.find(text, 5))).toBe(true)
  expect(performance.now() - start).toBeLessThan(250)
})

test('returns at most the requested number', () => {
  expect([1, 3, 5].map((most) => colleges.find('university', most).length)).toEqual([1, 3, 5])
})
