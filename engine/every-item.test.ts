import { expect, test } from 'vitest'
import { branch, choiceByValue, confirmByButton, confirmByTick, section, tabs, when } from './blocks.ts'
import { all, isAnswered } from './conditions.ts'
import { careOf, everyItem, questionsByKey } from './every-item.ts'
import { form, page } from './form.ts'
import { pageOf } from './page-of.ts'
import { choice, entry, ssn, text, tick } from './questions.ts'
import { numbered, repeated } from './repeated.ts'

const control = choice('control', 'Control', [['A', 'a']])
const lists = { A: [['1', 'One']], B: [['2', 'Two']] } as const
const whole = form('1', [
  page('about', 'About', [
    section('s', 'S', [control, when(all(), [text('in_when', 'Q')])]),
    branch({ condition: all(), items: [text('in_first', 'Q')] }, { condition: all(), items: [text('in_second', 'Q')] }),
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

test("every key has a care level, 'none' for a key that the form does not ask", () =>
  expect(['behind', 'depends', 'control', 'unknown'].map((key) => careOf(whole, key))).toEqual([
    ...['secret', 'sensitive', 'none', 'none'],
  ]))

test('every key that the form asks has a page', () => {
  expect(whole.keys.map((key) => pageOf(whole, key))).toEqual([...Array(5).fill('about'), ...Array(7).fill('end')])
  expect(pageOf(whole, 'unknown')).toBeUndefined()
})
