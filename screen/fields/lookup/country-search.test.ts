import { expect, test } from 'vitest'
import { type ChoiceQuestion, everyItem } from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { proves } from '../../../testing/proves.ts'
import { entryNamed, matching } from './matching.ts'
import { entriesOf } from './option-box.tsx'

const choices = everyItem(admissions).filter((item): item is ChoiceQuestion => item.kind === 'choice')
const country = choices.find(({ key }) => key === 'country')
const entries = country ? entriesOf(country, '2026-09-01') : []
const first = (typed: string) => matching(entries, typed)[0]?.value

test.each<[typed: string, first: string]>([
  ['USA', 'USA'],
  ['US', 'USA'],
  ['us', 'USA'],
  ['U.S.', 'USA'],
  ['U.S.A.', 'USA'],
  ['America', 'USA'],
  ['United States of America', 'USA'],
  ['the United States', 'USA'],
  ['UK', 'UK'],
  ['U.K.', 'UK'],
  ['England', 'UK'],
  ['Scotland', 'UK'],
  ['wales', 'UK'],
  ['Northern Ireland', 'UK'],
  ['Great Britain', 'UK'],
  ['Britain', 'UK'],
  ['Brita', 'UK'],
  ['GB', 'UK'],
  ['GBR', 'UK'],
  ['UAE', 'ARE'],
  ['U.A.E.', 'ARE'],
  ['Emirates', 'ARE'],
  ['Dubai', 'ARE'],
  ['South Korea', 'KOR'],
  ['Korea', 'KOR'],
  ['Korea South', 'KOR'],
  ['Republic of Korea', 'KOR'],
  ['North Korea', 'PRK'],
  ['Korea, N', 'PRK'],
  ['Turkey', 'TUR'],
  ['Turkiye', 'TUR'],
  ['Türkiye', 'TUR'],
  ['Burma', 'MMR'],
  ['Myanmar', 'MMR'],
  ['Holland', 'NLD'],
  ['Holl', 'NLD'],
  ['the Netherlands', 'NLD'],
  ['Ivory Coast', 'CIV'],
  ['Cote dIvoire', 'CIV'],
  ["Cote d'Ivoire", 'CIV'],
  ['Czech Republic', 'CZE'],
  ['Swaziland', 'SWZ'],
  ['Macedonia', 'MKD'],
  ['Cape Verde', 'CPV'],
  ['East Timor', 'TLS'],
  ['Timor Leste', 'TLS'],
  ['Vatican', 'VAT'],
  ['Holy See', 'VAT'],
  ['Russia', 'RUS'],
  ['Russian Federation', 'RUS'],
  ['Syria', 'SYR'],
  ['Iran', 'IRN'],
  ['Laos', 'LAO'],
  ['Vietnam', 'VNM'],
  ['Viet Nam', 'VNM'],
  ['Bolivia', 'BOL'],
  ['Tanzania', 'TZA'],
  ['Moldova', 'MDA'],
  ['DR Congo', 'COD'],
  ['D.R. Congo', 'COD'],
  ['DRC', 'COD'],
  ['Congo-Kinshasa', 'COD'],
  ['Congo Kinshasa', 'COD'],
  ['Democratic Republic of Congo', 'COD'],
  ['Congo', 'COG'],
  ['Congo-Brazzaville', 'COG'],
  ['The Gambia', 'GMB'],
  ['the bahamas', 'BHS'],
  ['Macau', 'MAC'],
  ['Palestinian', 'PSE'],
  ['West Bank', 'PSE'],
  ['Trinidad & Tobago', 'TTO'],
  ['St Lucia', 'LCA'],
  ['St. Kitts & Nevis', 'KNA'],
  ['Virgin Islands', 'VIR'],
  ['US Virgin Islands', 'VIR'],
  ['British Virgin Islands', 'VGB'],
  ['Guinea Bissau', 'GNB'],
  ['Niger', 'NER'],
  ['Nigeri', 'NGA'],
  ['Guinea', 'GIN'],
  ['Ireland', 'IRL'],
  ['Samoa', 'WSM'],
  ['Sudan', 'SDN'],
  ['Georgia', 'GEO'],
  ['DE', 'DEU'],
  ['deu', 'DEU'],
  ['ch', 'CHE'],
  ['MEX', 'MEX'],
  ['JP', 'JPN'],
  ['  usa  ', 'USA'],
])('the text %j finds %s first', (typed, value) => {
  expect(first(typed), proves('2.widgets.11')).toBe(value)
})

test('countries that start with the text come after the country of that name', () => {
  const found = matching(entries, 'Niger').map(({ value }) => value)
  expect(found).toEqual(['NER', 'NGA'])
})

test.each<[typed: string, value: string]>([
  ['PR', 'PRK'],
  ['RK', 'PRK'],
  ['LD', 'NLD'],
  ['CHEX', 'CHE'],
])('only whole codes count: %j does not find %s', (typed, value) => {
  expect(matching(entries, typed).map((entry) => entry.value)).not.toContain(value)
})

test('every country is found first by its label, its value and its two-letter code', () => {
  expect(entries).toHaveLength(250)
  const wrong = entries.filter(({ value, label, codes = [] }) =>
    [label, value, ...codes].some((typed) => first(typed) !== value),
  )
  expect(wrong).toEqual([])
})

test('every country is found first by the name that browsers fill in', () => {
  const regions = new Intl.DisplayNames('en', { type: 'region' })
  const wrong = entries
    .map(({ value, codes = [] }) => ({ value, name: regions.of(codes[0] ?? '') ?? '' }))
    .filter(({ value, name }) => first(name) !== value)
  expect(wrong).toEqual([])
})

test.each<[typed: string, first: string]>([
  ['Deutschland', 'DEU'],
  ['España', 'ESP'],
  ['espana', 'ESP'],
  ['Brasil', 'BRA'],
  ['Österreich', 'AUT'],
  ['osterr', 'AUT'],
  ['Suisse', 'CHE'],
  ['Schweiz', 'CHE'],
  ['日本', 'JPN'],
  ['中国', 'CHN'],
  ['香港', 'HKG'],
  ['台灣', 'TWN'],
  ['한국', 'KOR'],
  ['भारत', 'IND'],
  ['Россия', 'RUS'],
  ['Україна', 'UKR'],
  ['مصر', 'EGY'],
  ['Việt Nam', 'VNM'],
  ['México', 'MEX'],
  ['Ελλάδα', 'GRC'],
  ['Puerto Rico', 'PRI'],
])('%j, as the country calls itself, finds %s first', (typed, value) => expect(first(typed)).toBe(value))

test.each<[text: string, value: string | undefined]>([
  ['united states', 'USA'],
  ['U.S.', 'USA'],
  ['the UK', 'UK'],
  ['Holland', 'NLD'],
  ['Congo', 'COG'],
  ['Korea', undefined],
  ['Virgin Islands', undefined],
  ['MT', undefined],
  ['DEU', undefined],
  ['Germ', undefined],
  ['the', undefined],
  ['.', undefined],
])('the whole text %j can only mean %s', (text, value) => {
  expect(entryNamed(entries, text)?.value).toBe(value)
})

test('choices without other names are found only by their label', () => {
  const state = choices.find(({ key }) => key === 'state')
  const states = state ? entriesOf(state, '2026-09-01') : []
  expect(states).toContainEqual({ value: 'Montana', label: 'Montana' })
  expect(matching(states, 'MT')).toEqual([])
})
