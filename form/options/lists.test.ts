import { describe, expect, test } from 'vitest'
import {
  emptyApplication,
  everyItem,
  isDescriptionKey,
  months,
  optionsOf,
  withDescriptions,
} from '../../engine/index.ts'
import { proves } from '../../testing/proves.ts'
import { gender, rotc } from '../about/about.ts'
import { permanentResidentOptions, visaTypes } from '../about/citizenship.ts'
import { dependence, maritalStatus } from '../about/in-state-tuition.ts'
import { educationLevels, relationships } from '../about/parents.ts'
import { collegeTypes, degrees } from '../education/colleges.ts'
import { englishAtSchool, languageTests, languageTestVersions } from '../education/education.ts'
import { equivalencyTests, highSchoolCompletion } from '../education/high-school.ts'
import { admissions } from '../index.ts'
import { form, today } from '../testing/bridger.ts'
import { countries, countriesNoUsa, countriesUsaFirst } from './countries.ts'
import { comingYears, gpaScales, pastYears, yesNo } from './short-lists.ts'
import { stateAndProvince } from './state-and-province.ts'

// These values reach the student system and must not change, even when the wording does.
test.each([
  ['yes or no', yesNo, 'Y N'],
  ['permanent residence', permanentResidentOptions, 'Y N U'],
  ['dependence', dependence, 'U Y N'],
  ['GPA scales', gpaScales, ' 4 4.3 5 6 10 20 100 OTHER'],
  ['gender', gender, 'F M X N'],
  ['relationships', relationships, ' MOTHER FATHER STEP GRAND FOSTER GUARDIAN OTHER'],
  ['education levels', educationLevels, ' NONE HS SOME ASSOC BACH GRAD UNKNOWN'],
  ['degrees', degrees, ' NONE CERT AA AS AAS BA BS MASTER DOCTOR OTHER'],
  ['college types', collegeTypes, ' 2 4 T M O'],
  ['marital status', maritalStatus, ' SINGLE MARRIED SEPARATED DIVORCED WIDOWED'],
  ['visa types', visaTypes, ' F1 F2 J1 J2 H L E TN ASYLUM APPLIED TPS PAROLE UT DACA OTHER NONE'],
  ['high school completion', highSchoolCompletion, 'D G S H F N'],
  ['equivalency tests', equivalencyTests, ' GED HISET TASC'],
  ['language tests', languageTests, ' TOEFL IELTS DUOLINGO PTE CAMBRIDGE OTHER NONE'],
  ['English at school', englishAtSchool, '1 2 3'],
  ['officer training', rotc, 'ARMY AIR N'],
  ['months', months, ' 1 2 3 4 5 6 7 8 9 10 11 12'],
])('%s are stored as', (_, options, values) => {
  expect(options.map(([value]) => value).join(' ')).toBe(values)
})

test('months are 1 to 12 with English names', () => {
  expect(months.map((month) => month.join(' ')).join(), proves('3.options.7')).toBe(
    ' --,1 January,2 February,3 March,4 April,5 May,6 June,7 July,8 August,9 September,10 October,11 November,12 December',
  )
})

test('every test that has versions is in the list of tests', () => {
  const tests = languageTests.map(([value]) => value)
  expect(tests).toEqual(expect.arrayContaining(Object.keys(languageTestVersions)))
})

const offeredBy = (key: string) => {
  const found = everyItem(form).find((item) => 'key' in item && item.key === key)
  return found?.kind === 'choice' ? optionsOf(found, today) : []
}

test('an applicant who seeks a degree is stored as DS', () => {
  expect(offeredBy('degree_nondegree'), proves('3.keys.22')).toContainEqual(['DS', 'Yes, I want to earn a degree'])
})

test('years are counted from the current one, after a blank option', () => {
  const years = (key: string) => offeredBy(key).map(([value]) => value)
  expect(years('grad_year').slice(0, 3), proves('3.options.8', '3.options.11')).toEqual(['', '2026', '2025'])
  expect([years('grad_year').length, years('grad_year').at(-1)], proves('3.options.9')).toEqual([
    1 + pastYears.count,
    '1946',
  ])
  expect(years('sat_plan_year'), proves('3.options.10')).toEqual(['', '2026', '2027', '2028'])
  expect(years('sat_plan_year')).toHaveLength(1 + comingYears.count)
})

describe('every choice of the form', () => {
  const choices = everyItem(form).filter((item) => item.kind === 'choice')
  const offered = choices.map((question) => ({ question, options: optionsOf(question, today) }))

  test('offers each value and each label once', () => {
    const repeated = offered.filter(({ options }) =>
      [0, 1].some((part) => new Set(options.map((option) => option[part])).size !== options.length),
    )
    expect(repeated.map(({ question }) => question.key)).toEqual([])
  })
  test('is a list of pairs: a value and its label', () => {
    const pairs = offered.flatMap(({ options }) => options)
    expect(pairs.length).toBeGreaterThan(1000)
    const others = pairs.filter((pair) => pair.length !== 2 || pair.some((part) => typeof part !== 'string'))
    expect(others, proves('3.answers.5')).toEqual([])
  })
  test('stores the label of the chosen option under {key}_desc', () => {
    // Another answer may decide which list applies.
    const controls = everyItem(form).flatMap((item) =>
      item.kind === 'conditionalChoice'
        ? Object.entries(item.variants).map(([value, { options }]) => ({
            options,
            answer: { [item.controlKey]: value },
          }))
        : [],
    )
    const wrong = offered.flatMap(({ question: { key, options: list }, options }) =>
      options
        .filter(([value]) => value !== '')
        .filter(([value, label]) => {
          const controlled = controls.find((each) => each.options === list)?.answer
          const described = withDescriptions(form, { ...emptyApplication, answer: { ...controlled, [key]: value } })
          return described[`${key}_desc`] !== label || !isDescriptionKey(form, `${key}_desc`)
        })
        .map(([value]) => `${key}=${value}`),
    )
    expect(wrong, proves('3.keys.23')).toEqual([])
  })
  test('begins with a blank shown as -- in a dropdown, and has no blank as radio buttons', () => {
    const wrong = offered.filter(
      ({ question, options }) => (options[0]?.join() === ',--') === (question.as === 'radio'),
    )
    expect(wrong.map(({ question }) => question.key)).toEqual([])
    const blanks = offered.filter(({ options }) => options.filter(([value]) => value === '').length > 1)
    expect(blanks.map(({ question }) => question.key)).toEqual([])
  })
  test('is searchable if its list is long: countries and majors', () => {
    const searchable = choices.filter(({ as }) => as === 'searchable').map(({ key }) => key)
    const long = choices.filter(({ key }) => /country$|^citizenship$|^applied_major$/.test(key)).map(({ key }) => key)
    expect(searchable).toEqual(long)
  })
  test('has a label, as every question has', () => {
    const questions = everyItem(admissions).flatMap((item) => ('key' in item ? [item] : []))
    expect(questions.filter(({ label }) => label.trim() === '').map(({ key }) => key)).toEqual([])
  })
})

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
