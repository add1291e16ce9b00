// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  branch,
  choice,
  choiceByValue,
  confirmByButton,
  confirmByTick,
  entry,
  everyItem,
  type Item,
  is,
  isAnswered,
  months,
  monthYear,
  note,
  numbered,
  type Question,
  repeated,
  school,
  section,
  text,
  tick,
  tickGroup,
  when,
  withPrefix,
} from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { proves } from '../../../testing/proves.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { choose, controlFor, drawItems, type drawPage, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import type { BlockActions } from '../store/block-actions.ts'

let drawn: Awaited<ReturnType<typeof drawPage>>
afterEach(() => drawn.remove())

const name = text('name', 'Name')
const more = text('more', 'More')
const other = text('other', 'Other')
const kind = choice('kind', 'Kind', [
  ['', '--'],
  ['A', 'First'],
  ['B', 'Second'],
  ['C', 'Third'],
])
const there = (key: string) => document.getElementById(key) !== null
const descriptionOf = (question: Question) =>
  wordsOf(the(`[id="${controlFor(question).getAttribute('aria-describedby')}"]`))

test('a section is named by its title, which no key can collide with', async () => {
  drawn = await drawItems([section('name', 'Name', [name], { note: 'As on paper.' })])
  expect(document.querySelectorAll('#name')).toHaveLength(1)
  expect(wordsOf(the('section h2'))).toBe('Name (optional)')
  expect(wordsOf(the('section'))).toContain('As on paper.')
})

test('a conditional section is shown only while its condition holds', async () => {
  drawn = await drawItems([name, when(isAnswered(name), [more])])
  expect(there('more')).toBe(false)
  await type(controlFor(name), 'x')
  expect(there('more'), proves('2.widgets.17')).toBe(true)
  await type(controlFor(name), '')
  expect(there('more'), proves('4.conditional.1')).toBe(false)
})

test('of several branches, the one whose condition is true is shown', async () => {
  drawn = await drawItems([
    kind,
    branch({ condition: is(kind, 'A'), items: [more] }, { condition: is(kind, 'B'), items: [other] }),
  ])
  for (const [value, shown] of [
    ['A', [true, false]],
    ['B', [false, true]],
    ['C', [false, false]],
  ] as const) {
    await choose(controlFor(kind), value)
    expect([there('more'), there('other')], proves('4.conditional.7')).toEqual(shown)
  }
})

test('a dropdown that another answer shows and fills', async () => {
  const dependent = choice('dependent', 'Dependent', [])
  const lists = { A: [['1', 'One']], B: [['2', 'Two']], C: [] } as const
  drawn = await drawItems([kind, choiceByValue(kind, isAnswered(kind), dependent, lists)])
  expect(there('dependent'), proves('4.conditional.9')).toBe(false)
  for (const [value, words] of [
    ['A', 'One'],
    ['B', 'Two'],
  ] as const) {
    await choose(controlFor(kind), value)
    expect(wordsOf(controlFor(dependent))).toBe(words)
  }
  await choose(controlFor(kind), 'C')
  expect(there('dependent'), proves('4.conditional.10')).toBe(false)
})

test('a month and a year: both are marked when either is wrong', async () => {
  const month = choice('grad_month', 'Month', months, { required: true, message: 'Graduation month and year' })
  const year = choice('grad_year', 'Year', { start: null, count: 3, direction: 'past' })
  drawn = await drawItems([monthYear('Graduation', month, year)], { problems: true, answer: { grad_year: '2025' } })
  expect(wordsOf(the('legend'))).toBe('Graduation')
  for (const question of [month, year]) expect(descriptionOf(question)).toBe('Missing: Graduation month and year')
  const marks = [month, year].map((question) => controlFor(question).getAttribute('aria-invalid'))
  expect(marks, proves('5.when.6')).toEqual(['true', 'true'])
  expect([...document.querySelectorAll('#grad_year option')].map(wordsOf)).toEqual(['--', '2026', '2025', '2024'])
  await choose(controlFor(month), '5')
  expect(controlFor(year).hasAttribute('aria-invalid')).toBe(false)
})

test('a month that is still to come: the boxes stay, empty, and cannot be answered', async () => {
  const month = choice('to_month', 'Month', months)
  const year = choice('to_year', 'Year', { start: null, count: 3, direction: 'past' })
  const ongoing = tick('ongoing', 'I’m still enrolled')
  drawn = await drawItems([monthYear('Attended to', month, year, { ongoing })], {
    answer: { to_month: '5', to_year: '2025' },
  })
  const boxes = () => [month, year].map((question) => controlFor(question)) as HTMLSelectElement[]
  await press('#ongoing')
  expect(boxes().map(({ value, disabled }) => [value, disabled])).toEqual([
    ['', true],
    ['', true],
  ])
  await press('#ongoing')
  expect(boxes().map(({ disabled }) => disabled)).toEqual([false, false])
})

describe('a group of ticks', () => {
  const [arson, drugs] = [tick('arson', 'Arson'), tick('drugs', 'Drugs')]
  const none = tick('none', 'None of these', { required: isAnswered(name), message: 'Convictions' })
  const group = tickGroup('Any of these?', [arson, drugs], { none })

  test('the exclusive one is last, and shows the message of the group', async () => {
    drawn = await drawItems([group], { problems: true, answer: { name: 'x' } })
    expect(wordsOf(the('fieldset')), proves('2.widgets.8')).toBe(
      'Any of these?Missing: ConvictionsArsonDrugsorNone of these',
    )
    expect(controlFor(none).getAttribute('aria-invalid')).toBe('true')
    expect([none, arson].map(descriptionOf)).toEqual(['Missing: Convictions', 'Missing: Convictions'])
    expect(controlFor(drugs).hasAttribute('aria-describedby')).toBe(false)
    focusQuestion('none')
    expect(document.activeElement?.id).toBe('none')
  })

  test('is optional when nothing in it can be required', async () => {
    drawn = await drawItems([tickGroup('Race', [arson, drugs])])
    expect(wordsOf(the('legend'))).toBe('Race (optional)')
  })

  test('ticking the exclusive one clears the others, and the reverse', async () => {
    drawn = await drawItems([group], { answer: { arson: 'true' } })
    await press('#none')
    expect(drawn.store.current().answer).toMatchObject({ arson: '', none: 'true' })
    await press('#drugs')
    expect(drawn.store.current().answer).toMatchObject({ drugs: 'true', none: '' })
  })
})

test('a school typed freely is followed by its information', async () => {
  const highSchool = withPrefix(
    'hs_',
    school('High school', 'hs_ceeb', [
      entry.text('name', 'Search for Your School', { role: 'name' }),
      entry.code('ceeb', 'Code', { role: 'ceeb' }),
      entry.text('city', 'City', { role: 'city' }),
    ]),
  )
  drawn = await drawItems([highSchool])
  const below = () => wordsOf(the('[data-field] + p'))
  expect(below()).toBe('')
  await type(the('#hs_name'), 'Sweet Grass')
  expect(below(), proves('4.autocomplete.5')).toBe('Enter your school information below.')
  expect([there('hs_city'), there('hs_ceeb')]).toEqual([true, false])
  await act(async () => drawn.store.receive({ answer: { hs_ceeb: '270123' } }))
  expect(below()).toBe('')
})

describe('in the application', () => {
  /** Draws the block in which the application asks for a key. */
  const drawBlockOf = async (kind: 'address' | 'school', key: string) => {
    const isWanted = (item: Item): item is Item<string, 'form'> => item.kind === kind && item.keys.includes(key)
    const block = everyItem(admissions).find(isWanted)
    if (block === undefined) throw new Error(`There is no ${kind} with ${key}.`)
    drawn = await drawItems([block])
  }
  const labels = () => [...document.querySelectorAll('label')].map((label) => wordsOf(label).replace(' (optional)', ''))
  const place = ['ZIP code', 'City', 'State']

  test('an address asks for its six parts', async () => {
    await drawBlockOf('address', 'mailing_zip')
    expect(labels(), proves('2.widgets.3')).toEqual(['Country', 'Address line 1', 'Apt. #', ...place])
  })

  test('a school asks for its name, and once it has one for its address and country', async () => {
    await drawBlockOf('school', 'hs_zip')
    expect(labels()).toEqual(['Search for Your School'])
    await act(async () => drawn.store.receive({ answer: { hs_name: 'Park High' } }))
    expect(labels(), proves('2.widgets.4', '2.widgets.5')).toEqual([
      'Search for Your School',
      'Country',
      'Address line 1',
      'ZIP/postal code',
      'City',
      'State/province',
    ])
  })
})

describe('confirmation', () => {
  test('a button swaps the content and moves the focus', async () => {
    drawn = await drawItems([confirmByButton('stop', 'I understand, continue', [note('Wait.')], [more])])
    expect([wordsOf(drawn.host), there('more')]).toEqual(['Wait.I understand, continue', false])
    await press('button')
    expect([wordsOf(drawn.host), there('more')], proves('4.conditional.5')).toEqual(['More (optional)', true])
    expect(document.activeElement?.contains(controlFor(more))).toBe(true)
    expect(drawn.changes).toEqual([])
  })

  test('the content behind the button is shown if it has answers', async () => {
    drawn = await drawItems([confirmByButton('stop', 'Continue', [], [more])], { answer: { more: 'x' } })
    expect(there('more')).toBe(true)
  })

  describe('a button before entries', () => {
    const parents = repeated('parents', 'Parents', numbered('parent', 2), 'Parent {entry}', [
      entry.text('name', 'Name'),
    ])
    const wanted = confirmByButton('wanted', 'Add a parent', [], [parents])

    test('has the press stored', async () => {
      const open = vi.fn()
      drawn = await drawItems([wanted], { actions: () => ({ open }) })
      expect(wordsOf(drawn.host)).toBe('Add a parent')
      await press('button')
      expect(open).toHaveBeenCalledWith('wanted')
    })
    test.each(['wanted', 'parents'])('is gone where the stored counts name %s', async (stored) => {
      drawn = await drawItems([wanted])
      await act(async () => drawn?.store.setEntries(stored, 2))
      expect(wordsOf(drawn.host)).toContain('Parent 1')
    })
  })

  test('a tick swaps the content, and unticking swaps it back', async () => {
    const box = tick('box', 'Same')
    drawn = await drawItems([confirmByTick(box, [more], [note('We write there.')])])
    expect(there('more')).toBe(true)
    await press('#box')
    expect([there('more'), wordsOf(drawn.host)], proves('4.conditional.6')).toEqual([false, 'SameWe write there.'])
    await press('#box')
    expect(there('more')).toBe(true)
  })
})

test('a STOP note is read aloud when it appears, a plain one is only text', async () => {
  drawn = await drawItems([
    note('Plain.'),
    name,
    when(isAnswered(name), [
      note('Not so fast.', { tone: 'stop', title: 'STOP!', link: { text: 'Why', href: '/why' } }),
    ]),
  ])
  expect(document.querySelector('[role=alert]')).toBeNull()
  await type(controlFor(name), 'x')
  expect(wordsOf(the('[role=alert]'))).toBe('STOP!Not so fast. Why')
  expect(the('[role=alert] a').getAttribute('href')).toBe('/why')
})

describe('a repeated block', () => {
  const colleges = repeated('colleges', 'Colleges', numbered('college', 3), 'College {entry}', [
    entry.text('name', 'Name'),
  ])
  const titles = () => [...document.querySelectorAll('h3')].map(wordsOf)
  const add = () => [...document.querySelectorAll('button')].find((each) => wordsOf(each) === 'Add another college')
  const ADD = 'button[data-leads-to]'
  const REMOVE = 'fieldset fieldset button:last-child'
  const news = () => wordsOf(the('[aria-live=polite]'))

  test('starts with one entry, adds one at a time, and stops at ten', async () => {
    const ten = repeated('colleges', 'Colleges', numbered('college', 10), 'College {entry}', [
      entry.text('name', 'Name'),
    ])
    drawn = await drawItems([ten])
    expect(titles(), proves('4.add-another.1', '9.add-another.1')).toEqual(['College 1'])
    expect(document.querySelector(REMOVE)).toBeNull()
    for (let number = 2; number <= 10; number += 1) {
      expect(add(), proves('2.buttons.5')).toBe(the(ADD))
      await press(ADD)
      expect(titles(), proves('2.widgets.15', '4.add-another.2')).toHaveLength(number)
      expect(document.activeElement?.id).toBe(`college_${number}_name`)
      expect(news()).toBe(`College ${number} added.`)
    }
    expect(add(), proves('4.add-another.3', '9.add-another.1')).toBeUndefined()
  })

  test('removing an entry focuses the button that adds one', async () => {
    drawn = await drawItems([colleges], {
      actions: (store) => ({ removeEntry: async ({ id }, number) => store.setEntries(id, number - 1) }),
    })
    await press(ADD)
    expect(wordsOf(the(REMOVE))).toBe('Remove College 2')
    await press(REMOVE)
    expect(titles()).toEqual(['College 1'])
    expect(document.activeElement).toBe(add())
    expect(news()).toBe('College 2 removed.')
  })

  test('an action that changed nothing leaves the focus alone', async () => {
    drawn = await drawItems([colleges], { actions: () => ({ addEntry: async () => {} }) })
    the('#college_name').focus()
    await press(ADD)
    expect([titles(), news(), document.activeElement?.id]).toEqual([['College 1'], '', 'college_name'])
  })

  test('shows every entry with answers, even above the stored count', async () => {
    const addEntry = vi.fn(async () => {})
    drawn = await drawItems([colleges], { answer: { college_2_name: 'x' }, actions: () => ({ addEntry }) })
    expect(titles()).toEqual(['College 1', 'College 2'])
    await press(ADD)
    expect(addEntry).toHaveBeenCalledWith(expect.objectContaining({ id: 'colleges' }), 3)
  })

  describe('an entry with answers', () => {
    beforeAll(preloadLazyCode)
    const dialog = () => document.querySelector('[role=dialog][data-state=open]')
    const pressIn = (words: string) =>
      act(async () =>
        [...(dialog()?.querySelectorAll('button') ?? [])].find((each) => wordsOf(each) === words)?.click(),
      )
    test('a file being uploaded in it, or in a later one, prevents its removal', async () => {
      const removeEntry = vi.fn(async () => {})
      const isUploading = vi.fn(() => true)
      drawn = await drawItems([colleges], {
        answer: { college_2_name: 'x', college_3_name: 'y' },
        actions: () => ({ removeEntry }),
        documents: { isUploading },
      })
      await press(REMOVE)
      expect(isUploading).toHaveBeenLastCalledWith(['college_2_name', 'college_3_name'])
      expect(wordsOf(the('[role=dialog]'))).toContain('Please wait until the file upload has completed.')
      expect(removeEntry).not.toHaveBeenCalled()
    })

    const drawTwo = (removeEntry: BlockActions['removeEntry']) =>
      drawItems([colleges], { answer: { college_2_name: 'x' }, actions: () => ({ removeEntry }) })

    test('is removed only after a question that names it', async () => {
      const removeEntry = vi.fn(async () => drawn.store.receive({ answer: { college_2_name: '' } }))
      drawn = await drawTwo(removeEntry)
      await press(REMOVE)
      expect(wordsOf(the('[role=dialog]'))).toBe(
        'Remove College 2?Your answers in College 2 will be removed.RemoveKeep it',
      )
      expect(removeEntry).not.toHaveBeenCalled()
      await pressIn('Remove')
      expect(removeEntry).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'colleges' }), 2)
      expect([titles(), news(), dialog()]).toEqual([['College 1'], 'College 2 removed.', null])
      await vi.waitFor(() => expect(document.activeElement).toBe(add()))
    })

    test('stays if the person cancels', async () => {
      const removeEntry = vi.fn(async () => {})
      drawn = await drawTwo(removeEntry)
      await press(REMOVE)
      await pressIn('Keep it')
      expect([titles().length, dialog(), removeEntry.mock.calls]).toEqual([2, null, []])
    })

    test('the question stays open until the server replies, and cannot be canceled or repeated meanwhile', async () => {
      const removeEntry = vi.fn(() => new Promise<void>(() => {}))
      drawn = await drawTwo(removeEntry)
      await press(REMOVE)
      for (const words of ['Remove', 'Remove', 'Keep it']) await pressIn(words)
      expect(dialog()).not.toBeNull()
      expect(removeEntry).toHaveBeenCalledOnce()
    })

    test('stays, and the question closes, if it cannot be removed', async () => {
      drawn = await drawTwo(async () => {})
      await press(REMOVE)
      await pressIn('Remove')
      expect([titles().length, news(), dialog()]).toEqual([2, '', null])
    })
  })
})
