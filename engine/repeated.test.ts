import { describe, expect, test } from 'vitest'
import {
  address,
  choiceByValue,
  confirmByButton,
  confirmByTick,
  type Item,
  monthYear,
  note,
  school,
  tabs,
  tickGroup,
  when,
} from './blocks.ts'
import { months } from './calendar.ts'
import { all, any, is, isAnswered, isOneOf, not } from './conditions.ts'
import { choice, entry } from './questions.ts'
import { numbered, repeated, withPrefix } from './repeated.ts'
import { formOf } from './testing/form-of.ts'
import { everyItem } from './walk.ts'

const countries = [
  ['USA', 'United States'],
  ['CAN', 'Canada'],
] as const
const country = choice('country', 'Country', countries)
const own = entry.choice('country', 'Country', countries)
const inside = (...items: readonly Item<string, 'entry'>[]) => {
  const block = repeated('colleges', 'Colleges', numbered('college', 2), 'College {entry}', items)
  return block.entries.map((each) => everyItem(formOf(...each.items)))
}

test('the first prefix has no number', () => {
  expect(numbered('college', 3)).toEqual(['college_', 'college_2_', 'college_3_'])
  expect(numbered('college', 10).at(-1)).toBe('college_10_')
})

test('every entry has its keys, its number and its title', () => {
  const block = repeated('colleges', 'Colleges', numbered('college', 2), 'College {entry}', [
    own,
    entry.text('zip', 'ZIP'),
  ])
  expect(block.keys).toEqual(['college_country', 'college_zip', 'college_2_country', 'college_2_zip'])
  expect(block.entries).toMatchObject([
    { number: 1, prefix: 'college_', title: 'College 1', keys: ['college_country', 'college_zip'] },
    { number: 2, prefix: 'college_2_', title: 'College 2', keys: ['college_2_country', 'college_2_zip'] },
  ])
  expect(block.entries[1]?.items[1]).toEqual({ ...entry.text('zip', 'ZIP'), scope: 'form', key: 'college_2_zip' })
})

describe('a condition inside an entry', () => {
  const target = 'USA'
  test('refers to the sibling in the same entry', () => {
    const [, second] = inside(own, when(is(own, 'USA'), [entry.text('zip', 'ZIP')]))
    expect(second?.[1]).toMatchObject({ condition: { valueKey: 'college_2_country', operator: 'equals', target } })
    expect(second?.[1]).not.toHaveProperty('condition.scope')
  })

  test("refers to the form's own question if it was built with that question", () => {
    const [, second] = inside(own, when(is(country, 'USA'), [entry.text('zip', 'ZIP')]))
    expect(second?.[1]).toMatchObject({ condition: { valueKey: 'country', operator: 'equals', target } })
  })

  test('combines both at any depth, also in requirements and rules', () => {
    const condition = any(not(is(own, 'USA')), all(isAnswered(country), isOneOf(own, 'CAN')))
    const zip = entry.text('zip', 'ZIP', {
      required: condition,
      rules: [
        { rule: 'minLength', length: 5, when: is(own, 'USA') },
        { rule: 'holds', condition: is(country, 'USA') },
      ],
    })
    const rewritten = {
      operator: 'any',
      conditions: [
        { operator: 'not', condition: { valueKey: 'college_2_country', operator: 'equals', target } },
        {
          operator: 'all',
          conditions: [
            { valueKey: 'country', operator: 'answered' },
            { valueKey: 'college_2_country', operator: 'in', target: ['CAN'] },
          ],
        },
      ],
    }
    expect(inside(own, zip)[1]?.[1]).toEqual({
      ...zip,
      scope: 'form',
      key: 'college_2_zip',
      required: rewritten,
      rules: [
        { rule: 'minLength', length: 5, when: { valueKey: 'college_2_country', operator: 'equals', target } },
        { rule: 'holds', condition: { valueKey: 'country', operator: 'equals', target } },
      ],
    })
  })
})

test('every reference to a key inside a block is prefixed, and no other text is', () => {
  const [, second] = inside(
    own,
    tickGroup('Key', [entry.tick('key', 'key')], { none: entry.tick('none', 'none') }),
    choiceByValue(own, isAnswered(own), entry.choice('state', 'keys', [['country', 'country']]), {
      USA: [['none', 'none']],
    }),
    tabs('proof', 'id', { id: 'key', label: 'key', items: [note('country')] }),
    confirmByTick(entry.tick('same', 'same'), [], []),
    confirmByButton('stop', 'none', [], []),
  )
  const [, group, , , depends, variant, proof, , byTick, , byButton] = second ?? []
  expect(group).toMatchObject({ label: 'Key', none: 'college_2_none', keys: ['college_2_key', 'college_2_none'] })
  expect(depends).toMatchObject({ controlKey: 'college_2_country', keys: ['college_2_state'] })
  expect(variant).toMatchObject({
    key: 'college_2_state',
    label: 'keys',
    options: [['none', 'none']],
    values: ['none'],
  })
  expect(proof).toMatchObject({ id: 'college_2_proof', label: 'id', tabs: [{ id: 'key', label: 'key' }] })
  expect(byTick).toMatchObject({
    id: 'college_2_same',
    confirm: { question: { key: 'college_2_same', label: 'same' } },
  })
  expect(byButton).toMatchObject({ id: 'college_2_stop', confirm: { label: 'none' } })
})

test('{entry} is the number of the entry, wherever it is written', () => {
  const wrong = 'Parent {entry}/Guardian {entry}: Please enter a valid phone number.'
  const [first, second] = inside(
    entry.phone('phone', 'Phone of parent {entry}', { invalid: wrong }),
    note('Number {entry}.'),
  )
  expect(first?.[0]).toMatchObject({ invalid: 'Parent 1/Guardian 1: Please enter a valid phone number.' })
  expect(second).toMatchObject([
    { label: 'Phone of parent 2', invalid: 'Parent 2/Guardian 2: Please enter a valid phone number.' },
    { text: 'Number 2.' },
  ])
})

test('a prefixed block has its full keys and sibling conditions', () => {
  const zip = entry.text('zip', 'ZIP', { required: is(own, 'USA') })
  expect(withPrefix('hs_', address('High school', [own, zip]))).toMatchObject({
    kind: 'address',
    keys: ['hs_country', 'hs_zip'],
    items: [{ key: 'hs_country' }, { key: 'hs_zip', required: { valueKey: 'hs_country' } }],
  })
  const one = school('School', 'hs_ceeb', [entry.text('name', 'Name'), entry.code('ceeb', 'Code')])
  expect(withPrefix('hs_', one)).toMatchObject({ kind: 'school', keys: ['hs_name', 'hs_ceeb'], category: 'hs_ceeb' })
  const typed = school('School', 'hs_ceeb', [entry.text('name', 'Name'), entry.code('ceeb', 'Code')], { type: own })
  expect(withPrefix('hs_', typed)).toMatchObject({ typeKey: 'hs_country', keys: ['hs_name', 'hs_ceeb'] })
  const when_ = monthYear('When', entry.choice('month', 'Month', months), entry.choice('year', 'Year', months))
  expect(withPrefix('ged_', when_).keys).toEqual(['ged_month', 'ged_year'])
})

test('the original items are unchanged, and the entries are frozen at every depth', () => {
  const written = address('Address', [own])
  const before = JSON.stringify(written)
  const made = withPrefix('hs_', written)
  const block = repeated('c', 'C', numbered('c', 2), 'C', [written])
  expect(JSON.stringify(written)).toBe(before)
  const isFrozen = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  expect([written, made, block].map(isFrozen)).toEqual([true, true, true])
})

test('all entries share one list of options', () => {
  const [first, second] = repeated('c', 'C', numbered('c', 2), 'C', [own]).entries.map(({ items }) => items[0])
  expect(first).toMatchObject({ key: 'c_country' })
  expect(first?.kind === 'choice' && second?.kind === 'choice' && first.options === second.options).toBe(true)
})
