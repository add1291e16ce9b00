import { describe, expect, test } from 'vitest'
import { branch, type ConfirmThen, choiceByValue, choiceWhen, confirmByButton, confirmByTick, tabs } from './blocks.ts'
import { is, isAnswered } from './conditions.ts'
import { choice, entry, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { branchShown, choiceShown, entriesShown, isConfirmed, tabShown } from './shown.ts'
import { formOf } from './testing/form-of.ts'
import { said } from './testing/said.ts'
import { questionsShown } from './walk.ts'

const letters = ['A', 'B', 'C'].map((each) => [each, each] as const)
const control = choice('control', 'Control', letters)
const [one, two] = [text('one', 'One'), text('two', 'Two')]

describe('entries', () => {
  const block = repeated('c', 'C', numbered('c', 4), 'C', [entry.text('name', 'Name')])
  test.each([
    ['[4.add-another.1] [3.state.1] one at the start', {}, {}, [1]],
    ['as many as were added', {}, { c: 3 }, [1, 2, 3]],
    ['no more than there are', {}, { c: 99 }, [1, 2, 3, 4]],
    ['up to the last that holds an answer, beyond the count', { c_3_name: 'X' }, { c: 1 }, [1, 2, 3]],
    ['not one that holds white space', { c_3_name: ' ' }, {}, [1]],
    ['another block is not counted', {}, { d: 3 }, [1]],
  ])('%s', (_, answer, add_another, numbers) =>
    expect(entriesShown(block, said(answer, { add_another })).map(({ number }) => number)).toEqual(numbers),
  )
})

describe('a tab', () => {
  const block = tabs('t', 'T', { id: 'a', label: 'A', items: [one] }, { id: 'b', label: 'B', items: [two] })
  test.each([
    ['[3.state.3] the first by default', {}, 'a'],
    ['[3.state.2] the chosen one', { t: 'b' }, 'b'],
    ['the first when an unknown one is stored', { t: 'z' }, 'a'],
  ])('%s', (_, chosen, id) => expect(tabShown(block, said({}, { tabs: chosen }))?.id).toBe(id))
})

test('[4.conditional.7] a branch shows the content of the chosen answer, the first that holds', () => {
  const block = branch({ condition: is(control, 'A'), items: [one] }, { condition: isAnswered(control), items: [two] })
  const shown = (value: string) => branchShown(block, said({ control: value }))
  expect([shown('A'), shown('B'), shown('')]).toEqual([[one], [two], []])
})

describe('content that takes the place of other content', () => {
  const shown = (block: ConfirmThen<string, 'form'>, answer = {}) =>
    questionsShown(formOf(block), said(answer)).map(({ question, requires }) => [question.key, requires])

  test('[4.conditional.6] after a tick', () => {
    const block = confirmByTick(tick('same', 'Same'), [one], [two])
    expect([{}, { same: 'true' }, { same: 'false' }].map((each) => isConfirmed(block, said(each)))).toEqual([
      false,
      true,
      false,
    ])
    expect(shown(block)).toEqual([
      ['same', true],
      ['one', true],
    ])
    expect(shown(block, { same: 'true' })).toEqual([
      ['same', true],
      ['two', true],
    ])
  })

  test('[4.conditional.5] after a press, or once something behind it is answered', () => {
    const block = confirmByButton('stop', 'Continue', [one], [two])
    expect([isConfirmed(block, said({})), isConfirmed(block, said({}), true)]).toEqual([false, true])
    expect([isConfirmed(block, said({ two: 'x' })), isConfirmed(block, said({ one: 'x' }))]).toEqual([true, false])
    expect(shown(block)).toEqual([['one', true]])
    expect(shown(block, { two: 'x' })).toEqual([['two', false]])
  })
})

describe('a conditional dropdown', () => {
  const question = choice('depends', 'Depends', letters)
  test('[4.conditional.9] [3.state.14] [3.state.15] is shown while its condition holds', () => {
    const block = choiceWhen(control, is(control, 'A'), question)
    expect(block).toMatchObject({ category: 'displayOnly', isMatched: { valueKey: 'control' } })
    expect(choiceShown(block, said({ control: 'A' }))).toEqual(question)
    expect(choiceShown(block, said({ control: 'B' }))).toBeUndefined()
  })

  test('[4.conditional.10] [3.state.16] offers the list of the controlling value, and hides without one', () => {
    const block = choiceByValue(control, isAnswered(control), question, { A: [['1', 'One']], B: [] })
    expect(choiceShown(block, said({ control: 'A' }))).toMatchObject({ options: [['1', 'One']], values: ['1'] })
    for (const value of ['', 'B', 'C', 'constructor', 'toString', '__proto__'])
      expect(choiceShown(block, said({ control: value }))).toBeUndefined()
  })
})
