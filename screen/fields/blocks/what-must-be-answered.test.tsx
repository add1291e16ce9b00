// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  alternatives,
  any,
  confirmByTick,
  everyItem,
  type Item,
  is,
  isAnswered,
  isNotAnswered,
  not,
  note,
  section,
  text,
  tick,
  tickGroup,
} from '../../../engine/index.ts'
import { admissions } from '../../../form/index.ts'
import { proves } from '../../../testing/proves.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { controlFor, drawItems, type drawPage, keyDown, keyUp, press, the, type, wordsOf } from '../drawn-for-test.tsx'

let drawn: Awaited<ReturnType<typeof drawPage>>
beforeAll(preloadLazyCode)
afterEach(() => drawn.remove())

const more = text('more', 'More')
const there = (key: string) => document.getElementById(key) !== null

describe('a gate', () => {
  const [arson, drugs] = [tick('arson', 'Arson'), tick('drugs', 'Drugs')]
  const gate = { question: 'Any of these?', no: 'No, none of these', yes: 'Yes' }
  const noMessage = 'Please answer the question.'
  const none = tick('none', 'None of these', {
    required: not(any(isAnswered(arson), isAnswered(drugs))),
    message: noMessage,
  })
  const group = tickGroup('Any of these? Check all that apply.', [arson, drugs], { none, gate })
  const chosen = () => document.querySelector<HTMLInputElement>('#none input:checked')?.value

  test('the list is opened by "yes", and its question names what it holds', async () => {
    drawn = await drawItems([group])
    expect(wordsOf(the('#none'))).toBe('Any of these?What counts?This means arson or drugs.No, none of theseYes')
    expect([there('arson'), chosen()]).toEqual([false, undefined])
    await press('#none-Y')
    expect([there('arson'), there('drugs'), chosen()]).toEqual([true, true, 'Y'])
    expect(drawn.changes.filter(({ how }) => how === 'commit')).toEqual([]) // "yes" alone is no answer
  })

  test('a "yes" with nothing behind it is stored as opened, also where it is sensitive, and comes back', async () => {
    const sensitive = tick('none', 'None of these', { care: 'sensitive' })
    const list = tickGroup('Any of these?', [arson, drugs], { none: sensitive, gate })
    drawn = await drawItems([list])
    await press('#none-Y')
    const { add_another } = drawn.store.current()
    expect(add_another).toEqual({ none: 1 })
    await drawn.remove()
    drawn = await drawItems([list])
    await act(async () => drawn.store.receive({ add_another }))
    expect([there('arson'), chosen()]).toEqual([true, 'Y'])
    await press('#none-N')
    expect([there('arson'), chosen()]).toEqual([false, 'N'])
  })

  test('"no" checks the box of the group and clears the list', async () => {
    drawn = await drawItems([group], { answer: { arson: 'true' } })
    expect([there('arson'), chosen()]).toEqual([true, 'Y'])
    await press('#none-N')
    expect(drawn.store.current().answer, proves('2.widgets.8')).toMatchObject({ arson: '', none: 'true' })
    expect([there('arson'), chosen()]).toEqual([false, 'N'])
  })

  test('stays open when its last box is cleared, and then asks for one or for "no"', async () => {
    drawn = await drawItems([group], { answer: { arson: 'true' }, problems: true })
    await press('#arson')
    expect([there('arson'), chosen(), drawn.store.current().answer.arson]).toEqual([true, 'Y', ''])
    expect(wordsOf(the('#none'))).toContain('Answer below, or choose “No, none of these.”')
  })

  test('passing over "no" with arrow keys clears nothing', async () => {
    drawn = await drawItems([group], { answer: { arson: 'true' } })
    for (const [key, next] of [
      ['ArrowUp', 'N'],
      ['ArrowDown', 'Y'],
    ] as const) {
      await keyDown(the('#none'), key)
      await press(`#none-${next}`)
      await keyUp(the('#none'), key)
    }
    expect(drawn.store.current().answer).toMatchObject({ arson: 'true', none: '' })
  })

  test('its message is at the question, a link to it or to an item focuses it, and no box is red', async () => {
    drawn = await drawItems([group], { problems: true })
    expect(wordsOf(the('#none'))).toContain(noMessage)
    expect([the('#none').getAttribute('aria-required'), document.querySelector('input[aria-invalid]')]).toEqual([
      'true',
      null,
    ])
    for (const key of ['none', 'arson']) {
      expect(focusQuestion(key)).toBe(true)
      expect(document.activeElement?.id).toBe('none-N')
    }
  })

  test('asks for one answer in place of a confirming checkbox', async () => {
    const same = tick('same', 'The same')
    drawn = await drawItems([confirmByTick(same, [more], [note('We write there.')], { gate })])
    expect([there('more'), wordsOf(drawn.host)]).toEqual([false, 'Any of these?No, none of theseYes'])
    await press('#same-Y')
    expect(there('more')).toBe(true)
    await press('#same-N')
    expect([there('more'), drawn.store.current().answer.same, wordsOf(drawn.host)]).toEqual([
      false,
      'true',
      'Any of these?No, none of theseYesWe write there.',
    ])
  })
})

describe('questions of which one is enough', () => {
  test('are not marked one by one, and exposed as required only while there is no answer', async () => {
    const [cell, home] = [text('cell', 'Cell'), text('home', 'Home', { required: isNotAnswered(text('cell', 'Cell')) })]
    drawn = await drawItems([alternatives('Phone (one is enough)', [cell, home])])
    const legend = () => wordsOf(the('legend'))
    const required = () => [...document.querySelectorAll('[aria-required=true]')].map(({ id }) => id)
    expect([...document.querySelectorAll('label')].map(wordsOf)).toEqual(['Cell', 'Home'])
    expect([legend(), required()]).toEqual(['Phone (one is enough) One is required.', ['home']])
    await type(controlFor(cell), '406')
    expect([legend(), required()]).toEqual(['Phone (one is enough)', []])
  })
})

describe('what must be answered', () => {
  const [must, may] = [text('must', 'Full name', { required: true }), text('may', 'Other name')]

  test('is exposed to assistive technology, and what need not be is marked', async () => {
    drawn = await drawItems([section('names', 'Names', [must, may])])
    expect([controlFor(must), controlFor(may)].map((each) => each.getAttribute('aria-required'))).toEqual([
      'true',
      null,
    ])
    expect(wordsOf(drawn.host)).toBe('NamesFull nameOther name (optional)')
  })

  test('a section in which nothing is required says so once', async () => {
    drawn = await drawItems([section('names', 'Names', [may, more])])
    expect(wordsOf(drawn.host)).toBe('Names (optional)Answer Names (optional)Other nameMore')
  })

  test('the mark keeps to the last word of its label', async () => {
    drawn = await drawItems([must, may])
    expect(wordsOf(the('label[for=may] > span:last-child'))).toBe('name (optional)')
  })

  test('and to what follows a slash, where a long word may break', async () => {
    drawn = await drawItems([text('place', 'State/province')])
    expect(wordsOf(the('label[for=place]'))).toBe('State/province (optional)')
    expect(wordsOf(the('label[for=place] > span:last-child'))).toBe('province (optional)')
  })

  test('is not called optional while the answer that decides it is missing', async () => {
    const country = text('country', 'Country')
    const zip = text('zip', 'ZIP', { required: is(country, 'USA') })
    drawn = await drawItems([country, must, zip])
    const labels = () => [...document.querySelectorAll('label')].map(wordsOf)
    expect(labels()).toEqual(['Country (optional)', 'Full name', 'ZIP'])
    await act(async () => drawn.store.receive({ answer: { country: 'FRA' } }))
    expect(labels()).toEqual(['Country (optional)', 'Full name', 'ZIP (optional)'])
    await act(async () => drawn.store.receive({ answer: { country: 'USA' } }))
    expect(labels()).toEqual(['Country (optional)', 'Full name', 'ZIP'])
  })
})

describe('an address', () => {
  const address = () => {
    const isWanted = (item: Item): item is Item<string, 'form'> => item.kind === 'address' && item.keys.includes('zip')
    const block = everyItem(admissions).find(isWanted)
    if (block === undefined) throw new Error('The application asks for no address.')
    return block
  }
  const labels = () => [...document.querySelectorAll('label')].map(wordsOf)

  test('is one in the United States until its country is chosen, and nothing required is called optional', async () => {
    drawn = await drawItems([address()])
    expect(labels()).toEqual(['Country', 'Address line 1', 'Apt. # (optional)', 'ZIP code', 'City', 'State'])
    expect(drawn.store.current().answer).toEqual({})
    await type(the('#city'), 'Butte')
    expect(drawn.store.current().answer).toMatchObject({ city: 'Butte', country: 'USA' })
    expect(drawn.changes.map(({ keys }) => keys)).toContainEqual(['city', 'country'])
  })

  test.each([
    ['CAN', ['Apt. # (optional)', 'Postal code (optional)', 'City', 'Province']],
    ['FRA', ['Address line 2 (optional)', 'Postal code (optional)', 'City', 'Region, state or province (optional)']],
    ['PRI', ['Apt. # (optional)', 'ZIP code', 'City', 'State']],
  ])('in %s it has its own words, and keeps a code that was typed', async (country, words) => {
    drawn = await drawItems([address()], { answer: { country: 'USA', zip: '59715' } })
    await act(async () => {
      drawn.store.write('country', country)
      drawn.store.commit('country')
    })
    expect(labels()).toEqual(['Country', 'Address line 1', ...words])
    const isTerritory = country === 'PRI'
    const line = document.querySelector('#country-after')?.textContent
    expect(line).toBe(isTerritory ? 'An address in Puerto Rico has United States as its country.' : undefined)
    expect(drawn.store.current().answer.zip).toBe('59715')
  })

  test('a message that the country is missing stands at an empty box', async () => {
    drawn = await drawItems([address()], { problems: true })
    expect(wordsOf(the('#country-error'))).toBe('Missing: Country')
    expect(the('#country')).toHaveProperty('value', '')
  })
})

describe('parents', () => {
  const isWanted = (item: Item): item is Item<string, 'form'> => item.kind === 'section' && item.id === 'parents'
  const parents = everyItem(admissions).filter(isWanted)

  test('are asked about after one press, and the focus is in what it opened', async () => {
    drawn = await drawItems(parents)
    expect([there('parent_first_name'), there('parent_education')]).toEqual([false, true])
    await press('[data-section=parents] button') // opens the section
    await press('[data-section=parents] button')
    expect(there('parent_first_name')).toBe(true)
    expect(document.activeElement?.contains(the('#parent_first_name'))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  test('are open where they have an answer, the second one too', async () => {
    drawn = await drawItems(parents, { answer: { parent_2_last_name: 'Lee' } })
    expect([there('parent_first_name'), there('parent_2_first_name')]).toEqual([true, true])
  })
})
