import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { choiceByValue, choiceWhen, tickGroup } from './blocks.ts'
import { isAnswered } from './conditions.ts'
import { choice, entry, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
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
    ['ticking two others clears nothing', { arson: 'true' }, 'dui', 'true', { arson: 'true', dui: 'true' }],
    ['clearing it restores nothing', { no: 'true', arson: '' }, 'no', '', { no: '', arson: '' }],
    ['clearing another leaves the rest', { arson: 'true', dui: 'true' }, 'dui', '', { arson: 'true', dui: '' }],
    ["a group without a 'no' clears nothing", { r1: 'true' }, 'r2', 'true', { r1: 'true', r2: 'true' }],
  ])('%s', (_, before, key, value, after) =>
    expect(withAnswer(form, applicationWith(before), key, value)).toEqual(applicationWith(after)),
  )

  test('belongs to its own entry', () => {
    const items = [tickGroup('C', [entry.tick('yes', 'Yes')], { none: entry.tick('no', 'No') })]
    const form = formOf(repeated('c', 'C', numbered('c', 2), 'C', items))
    expect(withAnswer(form, applicationWith({ c_no: 'true', c_2_no: 'true' }), 'c_2_yes', 'true').answer).toEqual({
      c_no: 'true',
      c_2_no: '',
      c_2_yes: 'true',
    })
  })
})

describe('a conditional dropdown', () => {
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

  test('is cleared with its description when the controlling answer changes, and so are the dropdowns that depend on it', () => {
    const after = { control: 'B', first: '', second: '', free: 'x' }
    const changed = withAnswer(form, applicationWith(before), 'control', 'B')
    expect(changed, proves('4.conditional.8')).toEqual(applicationWith(after))
    expect(withAnswer(form, applicationWith(before), 'control', '')).toEqual(applicationWith({ ...after, control: '' }))
  })
  test('is kept while the controlling answer stays the same', () => {
    expect(withAnswer(form, applicationWith(before), 'control', 'A')).toEqual(applicationWith(before))
    expect(withAnswer(form, applicationWith(before), 'free', 'y')).toEqual(applicationWith({ ...before, free: 'y' }))
  })
  test('can be answered', () => {
    const { first_desc: _, second_desc: __, ...rest } = before
    expect(withAnswer(form, applicationWith(before), 'first', 'B')).toEqual(
      applicationWith({ ...rest, first: 'B', second: '' }),
    )
  })
})

test('giving the same answer again returns the same application', () => {
  const form = formOf(text('q', 'Q'))
  const [empty, given] = [applicationWith({}), applicationWith({ q: 'x' })]
  expect(withAnswer(form, empty, 'q', '')).toBe(empty)
  expect(withAnswer(form, given, 'q', 'x')).toBe(given)
})

test('counts, tabs and documents stay the same', () => {
  const rest = { add_another: { c: 2 }, tabs: { t: 'b' }, document_answer: { scan: { file_name: 'a', file_size: 1 } } }
  const form = formOf(upload('scan', 'Scan'))
  expect(withAnswer(form, applicationWith({}, rest), 'scan', 'ANSWERED')).toEqual(
    applicationWith({ scan: 'ANSWERED' }, rest),
  )
})

describe('answers that mirror each other', () => {
  const box = tick('one_name', 'I have only one name', { mirrors: ['first', 'last'] })
  const form = formOf(text('first', 'First'), text('last', 'Last'), box)
  test.each([
    ['checking the box fills the empty one', { first: 'Cher' }, 'one_name', 'true', { first: 'Cher', last: 'Cher' }],
    ['whichever that is', { last: 'Cher' }, 'one_name', 'true', { first: 'Cher', last: 'Cher' }],
    ['checking it overwrites nothing', { first: 'A', last: 'B' }, 'one_name', 'true', { first: 'A', last: 'B' }],
    ['typing changes both', { first: 'A', last: 'A', one_name: 'true' }, 'last', 'B', { first: 'B', last: 'B' }],
    ['emptying empties both', { first: 'A', last: 'A', one_name: 'true' }, 'first', '', { first: '', last: '' }],
    ['without the box they are apart', { first: 'A', last: 'A' }, 'first', 'B', { first: 'B', last: 'A' }],
  ])('%s', (_, before, key, value, after) =>
    expect(withAnswer(form, applicationWith(before), key, value).answer).toMatchObject(after),
  )
})
