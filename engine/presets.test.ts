import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportRow } from './export-row.ts'
import {
  type AnswerMap,
  address,
  all,
  emptyApplication,
  entry,
  form,
  is,
  isAnswered,
  labelShown,
  not,
  outlineOf,
  page,
  presetAfter,
  problemsIn,
  questionsByKey,
  rowsOf,
  when,
  withPrefix,
  withPresets,
} from './index.ts'

const country = entry.choice(
  'country',
  'Country',
  [
    ['', '--'],
    ['USA', 'United States'],
    ['FRA', 'France'],
  ],
  { role: 'country', preset: 'USA', required: true },
)
const home = address('Home', [
  country,
  entry.text('zip', 'ZIP/postal code', {
    role: 'zip',
    labels: [
      { when: is(country, 'USA'), label: 'ZIP code' },
      { when: isAnswered(country), label: 'Postal code' },
    ],
  }),
  entry.text('city', 'City', { role: 'city' }),
  when(not(all(isAnswered(country), not(is(country, 'USA')))), [entry.text('state', 'State', { role: 'state' })]),
])
const places = form('1', [page('places', 'Places', [withPrefix('a_', home), withPrefix('b_', home)])])
function after(answer: AnswerMap, key: string, value: string): AnswerMap {
  const preset = presetAfter(places, answer, key, value)
  return { ...answer, [key]: value, ...(preset && { [preset.key]: preset.value }) }
}

test('the first answer of a block stores its preset, and of no other block', () => {
  expect(after({}, 'a_city', 'Butte')).toEqual({ a_city: 'Butte', a_country: 'USA' })
})

test.each<[what: string, before: AnswerMap, key: string, value: string, country: string | undefined]>([
  ['a country that was chosen', { a_country: 'FRA' }, 'a_city', 'Paris', 'FRA'],
  ['a country that was cleared while the rest stayed', { a_city: 'Paris', a_country: '' }, 'a_zip', '75001', ''],
  ['an address from before there were presets', { a_city: 'Paris' }, 'a_zip', '75001', undefined],
  ['the preset, as long as another answer is left', { a_city: 'B', a_zip: '1', a_country: 'USA' }, 'a_zip', '', 'USA'],
  ['another country, when the rest is emptied', { a_city: 'B', a_country: 'FRA' }, 'a_city', '', 'FRA'],
])('%s stays', (_, before, key, value, kept) => expect(after(before, key, value).a_country).toBe(kept))

test('emptying the last answer clears the preset that came with the first', () => {
  expect(after({ a_city: 'B', a_country: 'USA' }, 'a_city', '').a_country).toBe('')
})

test('the screen shows the preset of an untouched block, and its labels follow', () => {
  const shown = withPresets(places, { b_city: 'Paris', b_country: 'FRA' })
  const labelAt = (key: string) => {
    const question = questionsByKey(places).get(key)
    return question && labelShown(question, shown)
  }
  expect([shown.a_country, labelAt('a_zip'), labelAt('b_zip')]).toEqual(['USA', 'ZIP code', 'Postal code'])
})

test('problems, prints and exports know nothing of a preset that nobody has answered', () => {
  expect(problemsIn(places, emptyApplication, '2026-09-01').map(({ key }) => key)).toEqual(['a_country', 'b_country'])
  expect(exportRow(places, emptyApplication).a_country).toBe('')
  const rows = outlineOf(places, emptyApplication).pages.flatMap(({ items }) => rowsOf(items))
  expect(rows.filter(({ answered }) => answered)).toEqual([])
})

test('an address is read as on an envelope, although its country is asked first', () => {
  const answer = { a_country: 'USA', a_zip: '59701', a_city: 'Butte', a_state: 'Montana' }
  const [first] = outlineOf(places, { ...emptyApplication, answer }).pages.flatMap(({ items }) => items)
  expect(first && rowsOf([first]).map(({ text }) => text)).toEqual(['Butte', 'Montana', '59701', 'United States'])
})

test('the order in which a block is filled in and emptied never leaves a preset alone, nor takes one away', () => {
  const keys = ['a_zip', 'a_city', 'a_state'] as const
  const steps = fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('', 'x', 'y')), { maxLength: 12 })
  fc.assert(
    fc.property(steps, (list) => {
      const answer = list.reduce<AnswerMap>((now, [key, value]) => after(now, key, value), {})
      const anyGiven = keys.some((key) => (answer[key] ?? '') !== '')
      expect(answer.a_country ?? '').toBe(anyGiven ? 'USA' : '')
    }),
  )
})
