import { expect, test } from 'vitest'
import { address, branch, choiceByValue, confirmByButton, monthYear, note, when } from './blocks.ts'
import { all, is, isAnswered, isNot } from './conditions.ts'
import { listsIn } from './lists.ts'
import { choice, entry, text } from './questions.ts'
import { numbered, repeated, withPrefix } from './repeated.ts'
import { formOf } from './testing/form-of.ts'

const letters = [
  ['', '--'],
  ['A', 'Letter A'],
  ['B', 'Letter B'],
  ['C', 'Letter C'],
  ['D', 'Letter D'],
  ['E', 'Letter E'],
  ['F', 'Letter F'],
] as const
const asked = choice('letter', 'Which letter?', letters, { rules: [{ rule: 'oneOf', values: ['F'], message: 'x' }] })

test('a list is all that its questions offer, in the order of the one that offers most', () => {
  const few = choice('few', 'Few', [letters[0], ['Z', 'Letter Z'], letters[3]], { list: 'letter' })
  const list = listsIn(formOf(few, asked)).get('letter')
  expect(list?.options.map(([code]) => code)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'Z'])
  expect(list?.questions.map(({ key }) => key)).toEqual(['few', 'letter'])
})

test('lists of entries are that of the first; years, months and lists of the institution are none', () => {
  const when = monthYear('When', choice('month', 'Month', letters), choice('year', 'Year', letters))
  const own = choice('major', 'Major', { setting: 'majors' })
  const schools = repeated('schools', 'Schools', numbered('school', 3), 'School', [
    entry.choice('kind', 'Kind', letters),
  ])
  expect([...listsIn(formOf(when, own, schools)).keys()]).toEqual(['school_kind'])
})

test('what the form depends on is named, wherever it stands', () => {
  const form = formOf(
    asked,
    when(all(isAnswered(asked), isNot(asked, 'A')), [text('after_a', 'After A')]),
    branch({ condition: is(asked, 'B'), items: [note('For B')] }),
    choiceByValue(asked, isAnswered(asked), choice('by', 'By letter', letters), { C: letters }),
    confirmByButton('go', 'Go', [], [text('needed', 'Needed', { required: is(asked, 'D') })]),
  )
  expect(Object.fromEntries(listsIn(form).get('letter')?.inUse ?? [])).toEqual({
    A: '“After A” depends on it',
    B: '“For B” depends on it',
    C: '“By letter” depends on it',
    D: '“Needed” depends on it',
    F: 'only who chooses it can go on',
  })
})

test('so is what is chosen before anybody chooses, and as what other countries are stored', () => {
  const countries = [
    ['USA', 'United States'],
    ['PRI', 'Puerto Rico'],
    ['FRA', 'France'],
  ] as const
  const states = [
    ['Ohio', 'Ohio'],
    ['Puerto Rico', 'Puerto Rico'],
  ] as const
  const home = address('Home', [
    entry.choice('country', 'Country', countries, {
      role: 'country',
      preset: 'FRA',
      storedAs: { PRI: ['USA', 'Puerto Rico'] },
    }),
    entry.choice('state', 'State', states, { role: 'state' }),
  ])
  const lists = listsIn(formOf(withPrefix('home_', home)))
  expect([...(lists.get('home_country')?.inUse.keys() ?? [])]).toEqual(['USA', 'FRA'])
  expect([...(lists.get('home_state')?.inUse.keys() ?? [])]).toEqual(['Puerto Rico'])
})
