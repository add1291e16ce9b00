import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import {
  type AnyCondition,
  all,
  any,
  holds,
  is,
  isAnswered,
  isAtLeast,
  isAtMost,
  isLessThan,
  isMoreThan,
  isNoneOf,
  isNot,
  isNotAnswered,
  isOneOf,
  not,
} from './conditions.ts'
import { text } from './questions.ts'

const a = text('a', 'A')
const b = text('b', 'B')

describe('an operator', () => {
  test.each<[operator: string, condition: AnyCondition, trueOf: string[], falseOf: string[]]>([
    ['equals', is(a, 'Y'), ['Y'], ['y', ' Y', 'N', '', 'YY']],
    ['equals nothing', is(a, ''), [''], [' ', 'Y']],
    ['notEquals', isNot(a, 'Y'), ['', 'N', 'y', 'Y '], ['Y']],
    ['in', isOneOf(a, '2', '3'), ['2', '3'], ['', '1', '23', '2 ', '02']],
    ['in nothing', isOneOf(a), [], ['', '1']],
    ['notIn', isNoneOf(a, '2', '3'), ['', '1', '2.0'], ['2', '3']],
    ['answered', isAnswered(a), ['x', '0', 'false', ' x '], ['', ' ', '\t\n', '\u00a0']],
    ['notAnswered', isNotAnswered(a), ['', ' ', '\u3000'], ['x', '0']],
    ['lt', isLessThan(a, '10'), ['9', '-1', '9.99', ' 9 ', '09'], ['10', '10.0', '11', '', ' ', 'nine', '1e0', '+9']],
    ['lte', isAtMost(a, '10'), ['9', '10', '10.0'], ['10.01', '', '９']],
    ['gt', isMoreThan(a, '10'), ['11', '10.5', '100'], ['10', '9', '', 'x', '1,000', 'Infinity', '0x11']],
    ['gte', isAtLeast(a, '-1'), ['-1', '0', '-0.5'], ['-1.1', '', '--1', '1.']],
  ])('%s', (_, condition, trueOf, falseOf) => {
    const held = [...trueOf, ...falseOf].filter((value) => holds(condition, { a: value }))
    expect(held, proves('3.state.13', '5.application.67')).toEqual(trueOf)
  })
})

test('a rule is plain data: valueKey, operator and target', () => {
  expect(is(a, 'Y'), proves('3.state.12')).toMatchObject({ valueKey: 'a', operator: 'equals', target: 'Y' })
  expect(isOneOf(a, '2', '3')).toMatchObject({ valueKey: 'a', operator: 'in', target: ['2', '3'] })
  expect(isAnswered(a)).toMatchObject({ valueKey: 'a', operator: 'answered' })
  for (const rule of [is(a, 'Y'), isOneOf(a, '2'), isAnswered(a)]) {
    expect(holds(JSON.parse(JSON.stringify(rule)), { a: '2' })).toBe(holds(rule, { a: '2' }))
  }
})

test('an age is that on a day, from the birthday on, whatever day it is, and nobody has one before or without a birth', () => {
  const on = '2027-03-01'
  const days = ['2009-02-28', '2009-03-01', '2009-03-02', '2008-02-29', '2030-01-01', '2009-02-30', '', 'x']
  const least: AnyCondition = { valueKey: 'a', operator: 'age', on, least: 18 }
  const under: AnyCondition = { valueKey: 'a', operator: 'age', on, under: 18 }
  expect(days.filter((day) => holds(least, { a: day }))).toEqual(['2009-02-28', '2009-03-01', '2008-02-29'])
  expect(days.filter((day) => holds(under, { a: day }))).toEqual(['2009-03-02'])
})

test('dates are compared as calendar days, across months and years', () => {
  const before = isLessThan(a, '2024-03-01')
  const days = ['2024-02-29', '2023-12-31', '0001-01-01', ' 2024-02-29 ']
  expect(days.filter((day) => !holds(before, { a: day }))).toEqual([])
  const others = ['2024-03-01', '2024-12-01', '2025-01-01', '2024-2-1', '20240101']
  expect(others.filter((day) => holds(before, { a: day }))).toEqual([])
  expect(holds(isAtMost(a, '2024-03-01'), { a: '2024-03-01' })).toBe(true)
})

test('an invalid day is neither less nor more than any day', () => {
  const comparisons = [isLessThan, isAtMost, isMoreThan, isAtLeast].map((compare) => compare(a, '2023-03-01'))
  for (const day of ['2023-02-29', '2023-02-30', '2023-13-01', '2023-00-10', '2023-04-31'])
    expect(comparisons.filter((each) => holds(each, { a: day }))).toEqual([])
})

test('a number is never compared with a date', () => {
  for (const compare of [isLessThan, isAtMost, isMoreThan, isAtLeast]) {
    expect(holds(compare(a, '2024-03-01'), { a: '2024' })).toBe(false)
    expect(holds(compare(a, '2024'), { a: '2024-03-01' })).toBe(false)
  }
})

test('an empty answer and a missing answer are the same', () => {
  for (const condition of [is(a, ''), isNot(a, 'Y'), isNotAnswered(a), not(isLessThan(a, '1'))])
    expect([holds(condition, {}), holds(condition, { a: undefined }), holds(condition, { a: '' })]).toEqual([
      true,
      true,
      true,
    ])
})

test.each<[words: string, condition: AnyCondition, trueOf: string[]]>([
  ['all of none', all(), ['--', 'Y-', '-Y', 'YY']],
  ['any of none', any(), []],
  ['all', all(is(a, 'Y'), is(b, 'Y')), ['YY']],
  ['any', any(is(a, 'Y'), is(b, 'Y')), ['Y-', '-Y', 'YY']],
  ['not', not(is(a, 'Y')), ['--', '-Y']],
  ['not any', not(any(is(a, 'Y'), is(b, 'Y'))), ['--']],
  ['deep', all(any(is(a, 'Y'), isNotAnswered(a)), not(all(is(a, 'Y'), is(b, 'Y')))), ['Y-']],
])('%s', (_, condition, trueOf) => {
  const answers = ['--', 'Y-', '-Y', 'YY']
  expect(answers.filter(([left, right]) => holds(condition, { a: left, b: right }))).toEqual(trueOf)
})
