import { describe, expect, test } from 'vitest'
import {
  branch,
  choiceByValue,
  choiceWhen,
  confirmByTick,
  type Entry,
  type Item,
  section,
  tabs,
  when,
} from './blocks.ts'
import {
  type AnyCondition,
  all,
  any,
  is,
  isAnswered,
  isLessThan,
  isNoneOf,
  isNot,
  isNotAnswered,
  not,
} from './conditions.ts'
import { definitionErrors, unmappedKeys } from './definition-errors.ts'
import { form, page } from './form.ts'
import { choice, entry, password, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { formOf } from './testing/form-of.ts'

const gate = choice('gate', 'Gate', [
  ['Y', 'Yes'],
  ['N', 'No'],
])
const [one, two] = [text('one', 'One'), text('two', 'Two')]
const stranger = text('stranger', 'Stranger')
const errors = (...items: readonly Item<string, 'form'>[]) => definitionErrors(formOf(...items), formOf(...items).keys)

test('a sound definition has none', () => {
  const country = entry.choice('country', 'Country', [['USA', 'United States']])
  const sound = [
    gate,
    when(is(gate, 'Y'), [one]),
    repeated('c', 'C', numbered('c', 10), 'C', [
      country,
      when(all(is(country, 'USA'), is(gate, 'N')), [entry.text('zip', 'ZIP', { required: is(country, 'USA') })]),
      tabs('t', 'T', { id: 'a', label: 'A', items: [section('s', 'S', [entry.text('a', 'A')])] }),
      confirmByTick(entry.tick('same', 'Same'), [], []),
    ]),
  ]
  expect(errors(...sound)).toEqual([])
})

describe('a key', () => {
  test('[5.development.2] on more than one page', () => {
    const twice = form('1', [page('about', 'A', [one, two]), page('end', 'E', [two])])
    expect(definitionErrors(twice, ['one', 'two'])).toEqual(['Keys used in multiple pages: two (about, end).'])
  })
  test('more than once on a page', () =>
    expect(errors(one, one)).toEqual(['The key one is asked more than once on page.']))
  test('[5.development.3] that the data model lacks', () =>
    expect(definitionErrors(formOf(one, two, gate), ['two'])).toEqual(['Keys missing from the data model: one, gate.']))
})

test('an id used twice', () => {
  expect(errors(section('s', 'S', [one]), section('s', 'S', [two]))).toEqual(['The id of section s is used twice.'])
  expect(errors(section('s', 'S', [one]), tabs('s', 'S', { id: 'a', label: 'A', items: [two] }))).toEqual([])
})

test('[5.development.4] a prefix that is not part of its key', () => {
  const block = repeated('c', 'C', ['c_'], 'C', [entry.text('name', 'Name')])
  const entries = block.entries.map((each): Entry<string, 'form'> => ({ ...each, prefix: 'd_' }))
  expect(errors({ ...block, entries })).toEqual(['The prefix d_ is not part of the key c_name.'])
})

test('[5.development.5] [9.add-another.1] more than ten entries', () => {
  const prefixes = Array.from({ length: 11 }, (_, index) => `c_${index}_`)
  expect(errors(repeated('colleges', 'C', prefixes.slice(1), 'C', [entry.text('n', 'N')]))).toEqual([])
  expect(errors(repeated('colleges', 'C', prefixes, 'C', [entry.text('n', 'N')]))).toEqual([
    'maxNumberOfComponents of colleges is above 10.',
  ])
})

describe('[5.development.6] a key that the form does not ask, in', () => {
  const unasked = 'A condition names stranger, which the form does not ask.'
  const about = isAnswered(stranger)
  test.each<[where: string, items: Item<string, 'form'>[], fault: string]>([
    ['a section', [when(about, [one])], unasked],
    ['a deep condition', [gate, when(all(is(gate, 'Y'), any(not(about))), [one])], unasked],
    ['a branch', [gate, branch({ condition: is(gate, 'Y'), items: [one] }, { condition: about, items: [] })], unasked],
    ['a dropdown', [gate, choiceWhen(gate, about, choice('q', 'Q', [['1', '1']]))], unasked],
    ['what controls a dropdown', [choiceByValue(stranger, all(), choice('q', 'Q', []), { a: [['1', '1']] })], unasked],
    ['a requirement', [text('q', 'Q', { required: about })], unasked],
    ['the condition of a rule', [text('q', 'Q', { rules: [{ rule: 'number', when: about }] })], unasked],
    ['a rule', [text('q', 'Q', { rules: [{ rule: 'holds', condition: about }] })], unasked],
    [
      'a comparison with another answer',
      [password('q', 'Q', { rules: [{ rule: 'sameAs', valueKey: 'stranger' }] })],
      'The password of q names stranger, which the form does not ask.',
    ],
    [
      "the source of 'same as'",
      [confirmByTick(tick('same', 'Same'), [one], [], { sameAs: { one: 'stranger' } })],
      'The confirmThen of same names stranger, which the form does not ask.',
    ],
  ])('%s', (_, items, fault) => expect(errors(...items)).toEqual([fault]))
})

test('a condition of an entry outside its block', () => {
  const sibling = entry.text('name', 'Name')
  const astray: AnyCondition = isAnswered(sibling)
  // The compiler rejects this inside a form. This check catches it in a definition assembled from separate parts.
  const block = { ...when(all(), [one]), condition: astray }
  expect(errors(block as Item<string, 'form'>)).toEqual(['A condition on name stands outside its block.'])
})

test('a value that is no option', () => {
  const stale: AnyCondition = { valueKey: 'gate', operator: 'in', target: ['Y', 'X', 'Z'] }
  expect(errors(gate, { ...when(all(), [one]), condition: stale } as Item<string, 'form'>)).toEqual([
    'A condition on gate names X, which is no option of it.',
    'A condition on gate names Z, which is no option of it.',
  ])
})

test('the lists of a dropdown are all its options', () => {
  const lists = { Y: [['1', 'One']], N: [['2', 'Two']] } as const
  const depends = choice('depends', 'Depends', [
    ['1', 'One'],
    ['2', 'Two'],
    ['3', 'Three'],
  ])
  const block = choiceByValue(gate, isAnswered(gate), depends, lists)
  expect(errors(gate, block, when(is(depends, '1'), [one]), when(is(depends, '2'), [two]))).toEqual([])
  expect(errors(gate, block, when(is(depends, '3'), [one]))).toHaveLength(1)
})

describe('a condition that shows its content to whoever has answered nothing', () => {
  const bare = ['A condition on gate is true of the unanswered; guard it with answered.']
  test.each<[words: string, condition: AnyCondition, found: string[]]>([
    ['notEquals', isNot(gate, 'Y'), bare],
    ['notIn', isNoneOf(gate, 'Y'), bare],
    ['not equals', not(is(gate, 'Y')), bare],
    ['not less', not(isLessThan(one, '3')), [bare[0]?.replace('gate', 'one') ?? '']],
    ['not notEquals', not(isNot(gate, 'Y')), []],
    ['guarded', all(isAnswered(gate), isNot(gate, 'Y')), []],
    ['guarded not equals', all(isAnswered(gate), not(is(gate, 'Y'))), []],
    ['guarded deeper', all(isAnswered(gate), any(isNot(gate, 'Y'), is(gate, 'Y'))), []],
    ['guarded by nothing else', all(isAnswered(one), isNot(gate, 'Y')), bare],
    ['beside answered is not guarded by it', any(isAnswered(gate), isNot(gate, 'Y')), bare],
    ['not any is all not', not(any(isNotAnswered(gate), is(gate, 'Y'))), []],
    ['not all is any not', not(all(isNotAnswered(gate), is(gate, 'Y'))), bare],
    ['notAnswered says so itself', isNotAnswered(gate), []],
  ])('%s', (_, condition, found) => {
    const block = { ...when(all(), [two]), condition } as Item<string, 'form'>
    expect(errors(gate, one, block)).toEqual(found)
  })

  test('is sound as a requirement', () => {
    expect(errors(gate, text('q', 'Q', { required: isNot(gate, 'Y') }))).toEqual([])
  })
})

test('[5.development.8] an error key that no page asks', () =>
  expect(unmappedKeys(formOf(one, two), ['one', 'stranger', 'two'])).toEqual(['stranger']))
