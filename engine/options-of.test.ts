import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { labelOf, optionsOf } from './options-of.ts'
import { choice } from './questions.ts'

const years = (start: number | null, count: number, direction: 'past' | 'future') =>
  optionsOf(choice('y', 'Y', { start, count, direction }), '2026-10-01').map(([value]) => value)

test('years are counted from a start year, after a blank option', () => {
  expect(years(null, 3, 'past'), proves('3.options.8', '3.options.9')).toEqual(['', '2026', '2025', '2024'])
  expect(years(null, 2, 'future'), proves('3.options.10')).toEqual(['', '2026', '2027'])
  expect(years(2010, 2, 'past'), proves('3.options.8')).toEqual(['', '2010', '2009'])
  const [first] = optionsOf(choice('y', 'Y', { start: 2010, count: 1, direction: 'past' }), '')
  expect(first, proves('3.options.11')).toEqual(['', '--'])
})

test('a list in the form is offered as it is, and a list of the institution is empty until it is filled in', () => {
  const written = [['Y', 'Yes']] as const
  expect(optionsOf(choice('q', 'Q', written), '')).toEqual(written)
  expect(optionsOf(choice('q', 'Q', { setting: 'majors' }), '')).toEqual([])
})

test('a value is shown by its label, or as itself when the list does not contain it', () => {
  const question = choice('q', 'Q', [['Y', 'Yes']])
  expect([labelOf(question, 'Y'), labelOf(question, 'X')]).toEqual(['Yes', 'X'])
})
