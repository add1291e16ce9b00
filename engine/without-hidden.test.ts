import { describe, expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { branch, choiceByValue, choiceWhen, confirmByButton, confirmByTick, note, tabs, when } from './blocks.ts'
import { all, is, isAnswered, isNotAnswered, not } from './conditions.ts'
import { ssn } from './index.ts'
import { choice, entry, text, tick, upload } from './questions.ts'
import { numbered, repeated } from './repeated.ts'
import { applicationWith } from './testing/application-with.ts'
import { formOf } from './testing/form-of.ts'
import { without, withoutEntry, withoutHidden, withoutSecrets } from './without-hidden.ts'

describe('without hidden', () => {
  const yesNo = [
    ['Y', 'Yes'],
    ['N', 'No'],
  ] as const
  const gate = choice('gate', 'Gate', yesNo)
  const inner = choice('inner', 'Inner', yesNo)
  const [one, two, three] = [text('one', 'One'), text('two', 'Two'), text('three', 'Three')]

  test('a hidden section is cleared, a shown one kept', () => {
    const form = formOf(gate, when(is(gate, 'Y'), [one, two]), when(is(gate, 'N'), [three]))
    const given = applicationWith({ gate: 'N', one: '1', two: ' ', three: '3' })
    expect(withoutHidden(form, given), proves('4.conditional.2')).toEqual({
      application: applicationWith({ gate: 'N', one: '', two: '', three: '3' }),
      cleared: ['one', 'two'],
    })
  })

  test('clearing continues while a cleared answer hides another', () => {
    const form = formOf(gate, when(is(gate, 'Y'), [inner]), when(is(inner, 'Y'), [one]), when(isAnswered(one), [two]))
    const { application, cleared } = withoutHidden(form, applicationWith({ gate: 'N', inner: 'Y', one: '1', two: '2' }))
    expect(cleared).toEqual(['inner', 'one', 'two'])
    expect(application.answer).toEqual({ gate: 'N', inner: '', one: '', two: '' })
  })

  test('an answer that is shown again by clearing another is kept', () => {
    for (const condition of [isNotAnswered(one), not(isAnswered(one)), all(is(gate, 'N'), isNotAnswered(one))]) {
      const form = formOf(gate, when(is(gate, 'Y'), [one]), when(condition, [two]))
      const { application, cleared } = withoutHidden(form, applicationWith({ gate: 'N', one: '1', two: '2' }))
      expect(cleared).toEqual(['one'])
      expect(application.answer).toEqual({ gate: 'N', one: '', two: '2' })
    }
  })

  test('clearing also ends when a condition refers to a later question', () => {
    const form = formOf(when(isAnswered(two), [one]), gate, when(is(gate, 'Y'), [two]))
    expect(withoutHidden(form, applicationWith({ gate: 'N', one: '1', two: '2' })).cleared).toEqual(['two', 'one'])
  })

  test('only the branch that applies keeps its answers', () => {
    const form = formOf(
      gate,
      branch(
        { condition: is(gate, 'Y'), items: [one] },
        { condition: isAnswered(gate), items: [two] },
        { condition: all(), items: [three] },
      ),
    )
    const cleared = (value: string) =>
      withoutHidden(form, applicationWith({ gate: value, one: '1', two: '2', three: '3' })).cleared
    expect(cleared('Y'), proves('4.conditional.3', '4.conditional.4')).toEqual(['two', 'three'])
    expect(cleared('N')).toEqual(['one', 'three'])
    expect(cleared('')).toEqual(['one', 'two'])
  })

  test('checking a box clears the content it replaces, and unchecking it clears the other', () => {
    const form = formOf(confirmByTick(tick('same', 'Same'), [one], [two]))
    expect(withoutHidden(form, applicationWith({ same: 'true', one: '1', two: '2' })).cleared).toEqual(['one'])
    expect(withoutHidden(form, applicationWith({ same: '', one: '1', two: '2' })).cleared).toEqual(['two'])
  })

  test('a conditional dropdown is cleared when it is hidden or has no list', () => {
    const depends = choice('depends', 'Depends', yesNo)
    const shown = formOf(gate, choiceWhen(gate, is(gate, 'Y'), depends))
    expect(withoutHidden(shown, applicationWith({ gate: 'Y', depends: 'Y' })).cleared).toEqual([])
    expect(withoutHidden(shown, applicationWith({ gate: 'N', depends: 'Y' })).cleared).toEqual(['depends'])
    const listed = formOf(gate, choiceByValue(gate, isAnswered(gate), depends, { Y: yesNo, N: [] }))
    expect(withoutHidden(listed, applicationWith({ gate: 'Y', depends: 'Y' })).cleared).toEqual([])
    expect(withoutHidden(listed, applicationWith({ gate: 'N', depends: 'Y' })).cleared).toEqual(['depends'])
    expect(withoutHidden(listed, applicationWith({ gate: 'constructor', depends: 'Y' })).cleared).toEqual(['depends'])
  })

  describe('nothing is cleared', () => {
    test('by a count', () => {
      const form = formOf(
        repeated('c', 'C', numbered('c', 3), 'C', [entry.text('name', 'N'), entry.code('code', 'Code')]),
      )
      const given = applicationWith({ c_3_name: 'Third', c_2_code: ' ' }, { add_another: { c: 1 } })
      expect(withoutHidden(form, given)).toEqual({ application: given, cleared: [] })
    })

    test('by a tab or a button', () => {
      const form = formOf(
        tabs('t', 'T', { id: 'a', label: 'A', items: [one] }, { id: 'b', label: 'B', items: [two] }),
        confirmByButton('stop', 'Continue', [three], [gate, note('Go on.')]),
      )
      const given = applicationWith({ one: '1', two: '2', three: '3', gate: 'Y' }, { tabs: { t: 'b' } })
      expect(withoutHidden(form, given)).toEqual({ application: given, cleared: [] })
    })

    test('of keys that the form does not ask', () => {
      const given = applicationWith(
        { gate: 'N', retired: 'x', retired_desc: 'X' },
        { document_answer: { scan: { file_name: 'a', file_size: 1 } } },
      )
      expect(withoutHidden(formOf(gate, when(is(gate, 'Y'), [one])), given).application).toEqual(given)
    })
  })

  test('descriptions and documents are cleared with their answers, also a document without its answer', () => {
    const file = { file_name: 'visa.pdf', file_size: 9 }
    const form = formOf(gate, when(is(gate, 'Y'), [inner, upload('visa', 'Visa'), upload('scan', 'Scan')]))
    const given = applicationWith(
      { gate: 'N', gate_desc: 'No', inner: 'Y', inner_desc: 'Yes', visa: 'ANSWERED' },
      { document_answer: { visa: file, scan: file, other: file } },
    )
    expect(withoutHidden(form, given)).toEqual({
      application: applicationWith(
        { gate: 'N', gate_desc: 'No', inner: '', visa: '', scan: '' },
        { document_answer: { other: file } },
      ),
      cleared: ['inner', 'visa', 'scan'],
    })
  })

  test('a condition inside an entry refers to that entry', () => {
    const country = entry.choice('country', 'Country', yesNo)
    const form = formOf(
      repeated('c', 'C', numbered('c', 2), 'C', [country, when(is(country, 'Y'), [entry.text('zip', 'ZIP')])]),
    )
    const given = applicationWith({ c_country: 'Y', c_zip: '1', c_2_country: 'N', c_2_zip: '2' })
    expect(withoutHidden(form, given).cleared).toEqual(['c_2_zip'])
  })

  test('the application passed in is unchanged', () => {
    const given = applicationWith(Object.freeze({ gate: 'N', one: '1' }))
    withoutHidden(formOf(gate, when(is(gate, 'Y'), [one])), given)
    expect(without(['gate'], given).answer).toEqual({ gate: '', one: '1' })
    expect(given.answer).toEqual({ gate: 'N', one: '1' })
  })
})

describe('without entry', () => {
  const colleges = repeated('colleges', 'College', numbered('college', 3), 'College {entry}', [
    entry.text('name', 'Name'),
    entry.text('city', 'City'),
    entry.upload('scan', 'Scan'),
  ])

  const application = applicationWith(
    { college_name: 'A', college_2_name: 'B', college_2_city: 'Butte', college_3_name: 'C', first_name: 'Maya' },
    { add_another: { parents: 2 } },
  )

  test.each([
    [1, { college_name: 'B', college_city: 'Butte', college_2_name: 'C', college_2_city: '', college_3_name: '' }],
    [2, { college_2_name: 'C', college_2_city: '', college_3_name: '' }],
    [3, { college_3_name: '' }],
  ])('when entry %i is removed, the answers of each later entry move up by one', (number, answer) => {
    expect(withoutEntry(colleges, number, application)).toEqual({
      answer,
      add_another: { parents: 2, colleges: 2 },
      document_answer: {},
    })
  })

  test('removing an empty entry changes no answer', () => {
    const { answer, add_another } = withoutEntry(
      colleges,
      2,
      applicationWith({ college_name: 'A' }, { add_another: { colleges: 2 } }),
    )
    expect([answer, add_another]).toEqual([{}, { colleges: 1 }])
  })

  test.each([
    [1, { college_scan: 'second', college_2_scan: 'third' }],
    [2, { college_scan: 'first', college_2_scan: 'third' }],
    [3, { college_scan: 'first', college_2_scan: 'second' }],
  ])('when entry %i is removed, the documents of later entries move with their answers', (number, left) => {
    const file = (file_name: string) => ({ file_name, file_size: 1 })
    const given = applicationWith(
      { college_scan: 'ANSWERED', college_2_scan: 'ANSWERED', college_3_scan: 'ANSWERED' },
      {
        add_another: { colleges: 3 },
        document_answer: {
          visa: file('visa'),
          college_scan: file('first'),
          college_2_scan: file('second'),
          college_3_scan: file('third'),
        },
      },
    )
    const { answer, document_answer } = withoutEntry(colleges, number, given)
    expect(answer).toEqual({ college_3_scan: '' })
    const names = Object.entries(document_answer).map(([key, document]) => [key, document.file_name])
    expect(Object.fromEntries(names)).toEqual({ visa: 'visa', ...left })
  })
})

describe('without secrets', () => {
  test.each([
    [
      { ssn: '501-55-0187', name: 'Maya' },
      { ssn: '***-**-0187', name: 'Maya' },
    ],
    [
      { ssn: '501-55', name: '501-55-0187' },
      { ssn: '***-**-****', name: '501-55-0187' },
    ],
    [
      { ssn: '', other: '1' },
      { ssn: '', other: '1' },
    ],
  ])('%j is seen as %j', (answer, seen) => {
    expect(withoutSecrets(formOf(ssn('ssn', 'Number'), text('name', 'Name')), answer)).toEqual(seen)
  })
})
