import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import {
  branch,
  type ConfirmThen,
  choiceByValue,
  choiceWhen,
  confirmByButton,
  confirmByTick,
  form,
  page,
  section,
  tabs,
  tickGroup,
  when,
} from './blocks.ts'
import { all, is, isAnswered } from './conditions.ts'
import { pageOf } from './problems-in.ts'
import { choice, entry, ssn, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
import {
  branchShown,
  careOf,
  careOfBlock,
  choiceShown,
  entriesShown,
  everyItem,
  isConfirmed,
  isOptional,
  isSigned,
  questionsByKey,
  questionsShown,
  tabShown,
} from './walk.ts'

describe('walk', () => {
  const letters = ['A', 'B', 'C'].map((each) => [each, each] as const)
  const control = choice('control', 'Control', letters)
  const [one, two] = [text('one', 'One'), text('two', 'Two')]

  describe('entries', () => {
    const block = repeated('c', 'C', numbered('c', 4), 'C', [entry.text('name', 'Name')])
    test.each([
      ['one at the start', ['4.add-another.1', '9.add-another.1', '3.state.1'], {}, {}, [1]],
      ['as many as were added', ['3.state.1'], {}, { c: 3 }, [1, 2, 3]],
      ['no more than there are', [], {}, { c: 99 }, [1, 2, 3, 4]],
      ['up to the last that has an answer, beyond the count', [], { c_3_name: 'X' }, { c: 1 }, [1, 2, 3]],
      ['not one that contains only white space', [], { c_3_name: ' ' }, {}, [1]],
      ['another block is not counted', [], {}, { d: 3 }, [1]],
    ])('%s', (_, ids, answer, add_another, numbers) => {
      const shown = entriesShown(block, applicationWith(answer, { add_another })).map(({ number }) => number)
      expect(shown, proves(...ids)).toEqual(numbers)
    })
  })

  describe('a tab', () => {
    const block = tabs('t', 'T', { id: 'a', label: 'A', items: [one] }, { id: 'b', label: 'B', items: [two] })
    test.each([
      ['the first by default', ['3.state.3'], {}, 'a'],
      ['the chosen one', ['3.state.2'], { t: 'b' }, 'b'],
      ['the first when an unknown one is stored', [], { t: 'z' }, 'a'],
    ])('%s', (_, ids, chosen, id) =>
      expect(tabShown(block, applicationWith({}, { tabs: chosen }))?.id, proves(...ids)).toBe(id),
    )
  })

  test('a branch shows the content of the first condition that holds', () => {
    const block = branch(
      { condition: is(control, 'A'), items: [one] },
      { condition: isAnswered(control), items: [two] },
    )
    const shown = (value: string) => branchShown(block, applicationWith({ control: value }))
    expect([shown('A'), shown('B'), shown('')], proves('4.conditional.7')).toEqual([[one], [two], []])
  })

  describe('content that replaces other content', () => {
    const shown = (block: ConfirmThen<string, 'form'>, answer = {}) =>
      questionsShown(formOf(block), applicationWith(answer)).map(({ question, requires }) => [question.key, requires])

    test('is shown when the box is checked', () => {
      const block = confirmByTick(tick('same', 'Same'), [one], [two])
      expect(
        [{}, { same: 'true' }, { same: 'false' }].map((each) => isConfirmed(block, applicationWith(each))),
      ).toEqual([false, true, false])
      expect(shown(block)).toEqual([
        ['same', true],
        ['one', true],
      ])
      expect(shown(block, { same: 'true' }), proves('4.conditional.6')).toEqual([
        ['same', true],
        ['two', true],
      ])
    })

    test('is shown when the button is pressed, or once something in it is answered', () => {
      const block = confirmByButton('stop', 'Continue', [one], [two])
      const pressed = [isConfirmed(block, applicationWith({})), isConfirmed(block, applicationWith({}), true)]
      expect(pressed, proves('4.conditional.5')).toEqual([false, true])
      expect([
        isConfirmed(block, applicationWith({ two: 'x' })),
        isConfirmed(block, applicationWith({ one: 'x' })),
      ]).toEqual([true, false])
      expect(shown(block)).toEqual([['one', true]])
      expect(shown(block, { two: 'x' })).toEqual([['two', false]])
    })
  })

  describe('a conditional dropdown', () => {
    const question = choice('depends', 'Depends', letters)
    test('is shown while its condition holds', () => {
      const block = choiceWhen(control, is(control, 'A'), question)
      const described = { category: 'displayOnly', isMatched: { valueKey: 'control' } }
      expect(block, proves('3.state.14', '3.state.15')).toMatchObject(described)
      expect(choiceShown(block, applicationWith({ control: 'A' }))).toEqual(question)
      expect(choiceShown(block, applicationWith({ control: 'B' })), proves('4.conditional.9')).toBeUndefined()
    })

    test('offers the list of the controlling value, and hides without one', () => {
      const block = choiceByValue(control, isAnswered(control), question, { A: [['1', 'One']], B: [] })
      const described = { category: 'displayAndOptions', isMatched: { valueKey: 'control' } }
      expect(block, proves('3.state.14', '3.state.15')).toMatchObject(described)
      expect(choiceShown(block, applicationWith({ control: 'A' })), proves('3.state.16')).toMatchObject({
        options: [['1', 'One']],
        values: ['1'],
      })
      for (const value of ['', 'B', 'C', 'constructor', 'toString', '__proto__'])
        expect(choiceShown(block, applicationWith({ control: value })), proves('4.conditional.10')).toBeUndefined()
    })
  })
})

describe('every item', () => {
  const control = choice('control', 'Control', [['A', 'a']])
  const lists = { A: [['1', 'One']], B: [['2', 'Two']] } as const

  const whole = form('1', [
    page('about', 'About', [
      section('s', 'S', [control, when(all(), [text('in_when', 'Q')])]),
      branch(
        { condition: all(), items: [text('in_first', 'Q')] },
        { condition: all(), items: [text('in_second', 'Q')] },
      ),
      tabs('t', 'T', { id: 'a', label: 'A', items: [text('in_tab', 'Q')] }),
    ]),
    page('end', 'End', [
      confirmByTick(tick('same', 'Same'), [text('before', 'Q')], [text('after', 'Q')]),
      confirmByButton('stop', 'Continue', [], [ssn('behind', 'Q')]),
      choiceByValue(control, isAnswered(control), choice('depends', 'Q', [], { care: 'sensitive' }), lists),
      repeated('c', 'C', numbered('c', 2), 'C', [entry.text('name', 'Q')]),
    ]),
  ])

  test('finds every question at any depth, in reading order, regardless of the answers', () => {
    const keys = everyItem(whole).flatMap((item) => ('key' in item ? [item.key] : []))
    expect([...new Set(keys)]).toEqual(whole.keys)
    expect([...questionsByKey(whole).keys()]).toEqual(whole.keys)
    expect(everyItem(whole).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['section', 'when', 'branch', 'entry']),
    )
  })

  test('a dropdown with several lists is represented by its first list', () =>
    expect(questionsByKey(whole).get('depends')).toMatchObject({ values: ['1'] }))

  test('every key has a care level, also one that an earlier version asked; any other is secret', () => {
    const asked = { ...whole, retired: [{ key: 'gone', care: 'conduct', kind: 'text' }] } as const
    expect(['behind', 'depends', 'control', 'gone', 'unknown'].map((key) => careOf(asked, key))).toEqual([
      'secret',
      'sensitive',
      'none',
      'conduct',
      'secret',
    ])
    expect(['behind', 'a-block'].map((id) => careOfBlock(asked, id))).toEqual(['secret', 'none'])
  })

  test('every key that the form asks has a page', () => {
    expect(whole.keys.map((key) => pageOf(whole, key))).toEqual([...Array(5).fill('about'), ...Array(7).fill('end')])
    expect(pageOf(whole, 'unknown')).toBeUndefined()
  })
})

describe('what is inside an item', () => {
  const need = text('need', 'Needed', { required: true })
  const free = text('free', 'Free', { required: false })

  test.each([
    ['an optional question', free, true],
    ['a required one', need, false],
    ['a section of optional ones', section('a', 'A', [free]), true],
    ['a section of which one is required', section('a', 'A', [free, need]), false],
    ['a section in which one may be required', section('a', 'A', [when(isAnswered(free), [need]), free]), false],
  ])('%s is optional: %s', (_, item, expected) => expect(isOptional(item)).toBe(expected))

  const ticks = [tick('agree', 'I agree', { required: true })] as const
  test.each([
    ['a signature', tickGroup('Sign', ticks, { signature: true }), true],
    ['a section with one among others', section('a', 'A', [free, tickGroup('Sign', ticks, { signature: true })]), true],
    ['a group of boxes', tickGroup('Check', ticks), false],
    ['a question', need, false],
  ])('%s is signed: %s', (_, item, expected) => expect(isSigned(item)).toBe(expected))
})
