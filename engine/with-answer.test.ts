import { describe, expect, test } from 'vitest'
import { choiceByValue, choiceWhen, tickGroup } from './blocks.ts'
import { isAnswered } from './conditions.ts'
import { choice, entry, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { formOf } from './testing/form-of.ts'
import { said } from './testing/said.ts'
import { withAnswer } from './with-answer.ts'

const [arson, dui, none] = [tick('arson', 'Arson'), tick('dui', 'Driving'), tick('no', 'None')]
const letters = ['A', 'B'].map((each) => [each, each] as const)

describe("the 'no' of a group", () => {
  const form = formOf(
    tickGroup('Crimes', [arson, dui], { none }),
    tickGroup('Races', [tick('r1', '1'), tick('r2', '2')]),
  )
  test.each([
    ['ticking it clears the others', { arson: 'true', dui: 'true' }, 'no', 'true', { arson: '', dui: '', no: 'true' }],
    ['ticking another clears it', { no: 'true' }, 'dui', 'true', { dui: 'true', no: '' }],
    ['another beside another clears nothing', { arson: 'true' }, 'dui', 'true', { arson: 'true', dui: 'true' }],
    ['clearing it brings nothing back', { no: 'true', arson: '' }, 'no', '', { no: '', arson: '' }],
    ['clearing another leaves the rest', { arson: 'true', dui: 'true' }, 'dui', '', { arson: 'true', dui: '' }],
    ['a group without it', { r1: 'true' }, 'r2', 'true', { r1: 'true', r2: 'true' }],
  ])('%s', (_, before, key, value, after) => expect(withAnswer(form, said(before), key, value)).toEqual(said(after)))

  test('belongs to its own entry', () => {
    const items = [tickGroup('C', [entry.tick('yes', 'Yes')], { none: entry.tick('no', 'No') })]
    const form = formOf(repeated('c', 'C', numbered('c', 2), 'C', items))
    expect(withAnswer(form, said({ c_no: 'true', c_2_no: 'true' }), 'c_2_yes', 'true').answer).toEqual({
      c_no: 'true',
      c_2_no: '',
      c_2_yes: 'true',
    })
  })
})

describe('[4.conditional.8] a conditional dropdown', () => {
  const control = choice('control', 'Control', letters)
  const first = choice('first', 'First', letters)
  const form = formOf(
    control,
    choiceByValue(control, isAnswered(control), first, { A: letters, B: letters }),
    choiceWhen(first, isAnswered(control), choice('second', 'Second', letters)),
    text('free', 'Free'),
  )
  const before = {
    control: 'A',
    control_desc: 'A',
    first: 'A',
    first_desc: 'A',
    second: 'B',
    second_desc: 'B',
    free: 'x',
  }

  test('is cleared with its description when the controlling answer changes, and so is what hangs on it', () => {
    const after = { control: 'B', first: '', second: '', free: 'x' }
    expect(withAnswer(form, said(before), 'control', 'B')).toEqual(said(after))
    expect(withAnswer(form, said(before), 'control', '')).toEqual(said({ ...after, control: '' }))
  })
  test('is kept while the controlling answer stays', () => {
    expect(withAnswer(form, said(before), 'control', 'A')).toEqual(said(before))
    expect(withAnswer(form, said(before), 'free', 'y')).toEqual(said({ ...before, free: 'y' }))
  })
  test('may be answered itself', () => {
    const { first_desc: _, second_desc: __, ...rest } = before
    expect(withAnswer(form, said(before), 'first', 'B')).toEqual(said({ ...rest, first: 'B', second: '' }))
  })
})

test('the same answer again is the same application', () => {
  const form = formOf(text('q', 'Q'))
  const [empty, given] = [said({}), said({ q: 'x' })]
  expect(withAnswer(form, empty, 'q', '')).toBe(empty)
  expect(withAnswer(form, given, 'q', 'x')).toBe(given)
})

test('counts, tabs and documents stay', () => {
  const rest = { add_another: { c: 2 }, tabs: { t: 'b' }, document_answer: { scan: { file_name: 'a', file_size: 1 } } }
  const form = formOf(upload('scan', 'Scan'))
  expect(withAnswer(form, said({}, rest), 'scan', 'ANSWERED')).toEqual(said({ scan: 'ANSWERED' }, rest))
})
