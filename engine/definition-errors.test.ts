import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import {
  address,
  branch,
  choiceByValue,
  choiceWhen,
  confirmByTick,
  type Entry,
  form,
  type Item,
  page,
  school,
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
import { choice, entry, password, ssn, text, tick } from './questions.ts'
import { numbered, repeated, withPrefix } from './repeated.ts'
import { formOf } from './testing/form-of.ts'

const gate = choice('gate', 'Gate', [
  ['Y', 'Yes'],
  ['N', 'No'],
])
const [one, two] = [text('one', 'One'), text('two', 'Two')]
const unknownQuestion = text('stranger', 'Stranger')
const errors = (...items: readonly Item<string, 'form'>[]) => definitionErrors(formOf(...items), formOf(...items).keys)

test('a part that a search fills is missing, or there twice', () => {
  const [street, city, zip] = [
    text('street', 'Street', { role: 'address_line_1' }),
    text('town', 'Town', { role: 'city' }),
    text('zip', 'ZIP', { role: 'zip' }),
  ]
  const [state, country] = [choice('state', 'State', [], { role: 'state' }), text('land', 'Land', { role: 'country' })]
  expect(errors(address('Home', [street, city, state, zip, country]))).toEqual([])
  expect(errors(address('Home', [street, state, zip, text('village', 'Village', { role: 'zip' })]))).toEqual([
    'The address of street has no question in the role city.',
    'The address of street has no question in the role country.',
    'The address of street has two questions in the role zip.',
  ])
  const unnamed = school('School', 'hs_ceeb', [
    entry.text('name', 'Name'),
    entry.code('ceeb', 'Code', { role: 'ceeb' }),
  ])
  expect(errors(withPrefix('hs_', unnamed))).toEqual(
    ['name', 'list_id', 'address_line_1', 'city', 'state', 'zip', 'country'].map(
      (role) => `The school of hs_name has no question in the role ${role}.`,
    ),
  )
})

test('a question that is printed after one that is not always printed', () => {
  const after = (key: string) => text('late', 'Late', { printedAfter: key })
  expect(errors(section('own', 'Own', [one]), after('one'))).toEqual([])
  expect(errors(gate, when(is(gate, 'Y'), [one]), after('one'))).toEqual([
    'late is printed after one, which is not always printed.',
  ])
})

test('what the screen would have to judge by a masked number', () => {
  const number = ssn('ssn', 'Number')
  const strict = ssn('other', 'Other', { rules: [{ rule: 'pattern', pattern: '^[1-8]', message: 'Not 9.' }] })
  expect(errors(number, when(isAnswered(number), [one]))).toEqual([])
  expect(errors(number, when(is(number, '123-45-6789'), [one]))).toEqual([
    'A condition compares ssn, of which the screen knows only the last digits.',
  ])
  expect(errors(strict)).toEqual(['other has rules, but the screen knows only its last digits.'])
})

test('a correct definition has no errors', () => {
  const country = entry.choice('country', 'Country', [['USA', 'United States']])
  const correct = [
    gate,
    when(is(gate, 'Y'), [one]),
    repeated('c', 'C', numbered('c', 10), 'C', [
      country,
      when(all(is(country, 'USA'), is(gate, 'N')), [entry.text('zip', 'ZIP', { required: is(country, 'USA') })]),
      tabs('t', 'T', { id: 'a', label: 'A', items: [section('s', 'S', [entry.text('a', 'A')])] }),
      confirmByTick(entry.tick('same', 'Same'), [], []),
    ]),
  ]
  expect(errors(...correct)).toEqual([])
})

describe('reports a key', () => {
  test('that is on more than one page', () => {
    const twice = form('1', [page('about', 'A', [one, two]), page('end', 'E', [two])])
    expect(definitionErrors(twice, ['one', 'two']), proves('5.development.2')).toEqual([
      'Keys used in multiple pages: two (about, end).',
    ])
  })
  test('that is more than once on a page', () =>
    expect(errors(one, one)).toEqual(['The key one is asked more than once on page.']))
  test('that is missing from the data model', () =>
    expect(definitionErrors(formOf(one, two, gate), ['two']), proves('5.development.3')).toEqual([
      'Keys missing from the data model: one, gate.',
    ]))
})

test('reports an id that is used twice', () => {
  expect(errors(section('s', 'S', [one]), section('s', 'S', [two]))).toEqual(['The id of section s is used twice.'])
  expect(errors(section('s', 'S', [one]), tabs('s', 'S', { id: 'a', label: 'A', items: [two] }))).toEqual([])
})

test('reports a prefix that is not part of its key', () => {
  const block = repeated('c', 'C', ['c_'], 'C', [entry.text('name', 'Name')])
  const entries = block.entries.map((each): Entry<string, 'form'> => ({ ...each, prefix: 'd_' }))
  expect(errors({ ...block, entries }), proves('5.development.4')).toEqual([
    'The prefix d_ is not part of the key c_name.',
  ])
})

test('reports more than ten entries', () => {
  const name = entry.text('n', 'N')
  const prefixes = Array.from({ length: 11 }, (_, index) => `c_${index}_`)
  const errorsOf = (each: readonly string[]) => errors(repeated('colleges', 'C', each, 'C', [name]))
  expect(errorsOf(prefixes.slice(1))).toEqual([])
  expect(errorsOf(prefixes), proves('5.development.5', '9.add-another.1')).toEqual([
    'maxNumberOfComponents of colleges is above 10.',
  ])
})

describe('reports a key that the form does not ask, in', () => {
  const unasked = 'A condition names stranger, which the form does not ask.'
  const about = isAnswered(unknownQuestion)
  test.each<[where: string, items: Item<string, 'form'>[], fault: string]>([
    ['a section', [when(about, [one])], unasked],
    ['a deep condition', [gate, when(all(is(gate, 'Y'), any(not(about))), [one])], unasked],
    ['a branch', [gate, branch({ condition: is(gate, 'Y'), items: [one] }, { condition: about, items: [] })], unasked],
    ['a dropdown', [gate, choiceWhen(gate, about, choice('q', 'Q', [['1', '1']]))], unasked],
    [
      'the control of a dropdown',
      [choiceByValue(unknownQuestion, all(), choice('q', 'Q', []), { a: [['1', '1']] })],
      unasked,
    ],
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
  ])('%s', (_, items, fault) => expect(errors(...items), proves('5.development.6')).toEqual([fault]))

  test('the type of a school', () => {
    const names = [entry.text('name', 'Name'), entry.code('ceeb', 'Code')] as const
    const college = school('College', 'college_ceeb', names, { type: entry.choice('stranger', 'Type', []) })
    const fault = 'The school of c_name names c_stranger, which the form does not ask.'
    expect(errors(withPrefix('c_', college))).toContain(fault)
    expect(errors(withPrefix('c_', college), choice('c_stranger', 'Type', []))).not.toContain(fault)
  })
})

test('reports an entry condition used outside its block', () => {
  const sibling = entry.text('name', 'Name')
  const outside: AnyCondition = isAnswered(sibling)
  // The compiler rejects this inside a form. This check catches it in a definition assembled from separate parts.
  const block = { ...when(all(), [one]), condition: outside }
  expect(errors(block as Item<string, 'form'>)).toEqual(['A condition on name is used outside its block.'])
})

test('reports a value that is not one of the options', () => {
  const stale: AnyCondition = { valueKey: 'gate', operator: 'in', target: ['Y', 'X', 'Z'] }
  expect(errors(gate, { ...when(all(), [one]), condition: stale } as Item<string, 'form'>)).toEqual([
    'A condition on gate names X, which is not one of its options.',
    'A condition on gate names Z, which is not one of its options.',
  ])
})

test('a value may come from any list of a dropdown', () => {
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

describe('a condition that shows its content before the question is answered', () => {
  const missingGuard = ['A condition on gate is true when the question is not answered; combine it with answered.']
  test.each<[words: string, condition: AnyCondition, found: string[]]>([
    ['notEquals', isNot(gate, 'Y'), missingGuard],
    ['notIn', isNoneOf(gate, 'Y'), missingGuard],
    ['not equals', not(is(gate, 'Y')), missingGuard],
    ['not less', not(isLessThan(one, '3')), [missingGuard[0]?.replace('gate', 'one') ?? '']],
    ['not notEquals', not(isNot(gate, 'Y')), []],
    ['guarded', all(isAnswered(gate), isNot(gate, 'Y')), []],
    ['guarded not equals', all(isAnswered(gate), not(is(gate, 'Y'))), []],
    ['guarded deeper', all(isAnswered(gate), any(isNot(gate, 'Y'), is(gate, 'Y'))), []],
    ['guarded by another key', all(isAnswered(one), isNot(gate, 'Y')), missingGuard],
    ['any with answered is not guarded by it', any(isAnswered(gate), isNot(gate, 'Y')), missingGuard],
    ['not any is the same as all not', not(any(isNotAnswered(gate), is(gate, 'Y'))), []],
    ['not all is the same as any not', not(all(isNotAnswered(gate), is(gate, 'Y'))), missingGuard],
    ['notAnswered is allowed', isNotAnswered(gate), []],
  ])('%s', (_, condition, found) => {
    const block = { ...when(all(), [two]), condition } as Item<string, 'form'>
    expect(errors(gate, one, block)).toEqual(found)
  })

  test('is allowed in a requirement', () => {
    expect(errors(gate, text('q', 'Q', { required: isNot(gate, 'Y') }))).toEqual([])
  })
})

test('reports an error key that no page asks', () =>
  expect(unmappedKeys(formOf(one, two), ['one', 'stranger', 'two']), proves('5.development.8')).toEqual(['stranger']))
