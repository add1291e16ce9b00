// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { entry, type Item, is, repeated, school, withPrefix } from '../../../engine/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { choose, drawItems, type drawPage, keyDown, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import { lazyLookupFields } from './lazy-boxes.ts'
import type * as LookUp from './look-up.ts'

const { suggest, recordOf } = vi.hoisted(() => ({
  suggest: vi.fn<typeof LookUp.suggest>(),
  recordOf: vi.fn<typeof LookUp.recordOf>(),
}))
vi.mock('./look-up.ts', () => ({ suggest, recordOf, placeOf: async () => undefined }))

const country = entry.choice(
  'country',
  'Country',
  [
    ['', '--'],
    ['USA', 'United States'],
  ],
  { role: 'country' },
)
const parts = [
  entry.text('name', 'Search for Your School', { role: 'name' }),
  entry.code('ceeb', 'Code', { role: 'ceeb' }),
  entry.code('list_id', 'Record', { role: 'list_id', printed: false }),
  entry.text('address_line_1', 'Address', { role: 'address_line_1' }),
  entry.text('city', 'City', { role: 'city' }),
  entry.text('state', 'State', { role: 'state' }),
  entry.text('zip', 'ZIP', {
    role: 'zip',
    required: is(country, 'USA'),
    rules: [{ rule: 'minLength', length: 5 }],
  }),
  country,
] as const
const college = withPrefix('college_2_', school('College', 'college_ceeb', parts))
const typeOfSchool = entry.choice('type', 'Type of school', [
  ['', '--'],
  ['2', 'Two-year'],
  ['4', 'Four-year'],
  ['T', 'Technical'],
  ['O', 'Other'],
])
const record = {
  name: 'Prairie State University',
  ceeb: '4488',
  address_line_1: '1 Main St',
  city: 'Havre',
  state: 'Montana',
  zip: '59501',
  country: 'USA',
}
const related = (prefix: string, of: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(of).map(([end, value]) => [prefix + end, value]))

let drawn: Awaited<ReturnType<typeof drawPage>>
beforeAll(() => Promise.all([preloadLazyCode(), lazyLookupFields.preload()]))
beforeEach(() => {
  vi.useFakeTimers()
  suggest.mockReset().mockResolvedValue([
    { text: 'Prairie State University', id: '1', sub_text: 'Havre, Montana' },
    { text: 'Prairie College', id: '2', sub_text: 'Malta, Montana' },
  ])
  recordOf.mockReset().mockResolvedValue(record)
})
afterEach(async () => {
  await drawn.remove()
  vi.useRealTimers()
})
const draw = async (item: Item<string, 'form'>, answer: Readonly<Record<string, string>> = {}) => {
  drawn = await drawItems([item], { answer })
  await pass(0)
}
const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)))
const box = () => the('#college_2_name')
const leave = (element: HTMLElement) => act(async () => element.blur())
const answers = () =>
  Object.fromEntries(Object.entries(drawn.store.current().answer).filter(([, value]) => value !== ''))
async function search(element: HTMLElement, text: string) {
  await type(element, text)
  await pass(200)
}
const change = () => press('button[data-leads-to="college_2_name"]')
const edit = () => press('button[data-leads-to~="college_2_city"]')

describe('the type of a school that the list knows', () => {
  const typed = repeated('colleges', 'Colleges', ['college_2_'], 'College {entry}', [
    school('College', 'college_ceeb', parts, { type: typeOfSchool }),
    typeOfSchool,
  ])
  const types: Readonly<Record<string, string>> = { '1': '4', '2': '2' }
  beforeEach(() => {
    recordOf.mockImplementation(async (_, id) => ({ ...record, name: `School ${id}`, type: types[id] ?? '' }))
  })
  const given = () => answers().college_2_type
  const select = () => the('#college_2_type')
  const pick = async (number: number) => {
    if (document.querySelector('#college_2_name') === null) await change()
    await search(box(), 'prairie')
    await press(`[role=option]:nth-child(${number})`)
    await pass(0)
  }

  test('is an answer like any other, which is saved and can be changed', async () => {
    await draw(typed)
    await pick(1)
    expect([given(), select()]).toEqual(['4', expect.objectContaining({ value: '4' })])
    expect(drawn.changes).toContainEqual({ keys: ['college_2_type'], how: 'commit' })
    await choose(select(), 'T')
    expect(given()).toBe('T')
  })

  test('follows the school, but an answer by hand stays', async () => {
    await draw(typed)
    await pick(1)
    await pick(2)
    expect(given()).toBe('2')
    await choose(select(), 'T')
    await pick(1)
    expect(given()).toBe('T')
    await pick(2)
    expect(given()).toBe('T')
  })

  test('is unknown again with a school that the list does not know, or that was typed', async () => {
    suggest.mockResolvedValue([
      { text: 'Prairie State University', id: '1', sub_text: '' },
      { text: 'Prairie Academy', id: '3', sub_text: '' },
    ])
    await draw(typed)
    await pick(1)
    await pick(2)
    expect(given()).toBeUndefined()
    await pick(1)
    await change()
    await type(box(), 'Hill College')
    expect(given()).toBeUndefined()
  })

  test('never replaces an answer from before the choice, nor one from an earlier visit', async () => {
    await draw(typed, { college_2_type: 'O' })
    await pick(1)
    expect(given()).toBe('O')
    await drawn.remove()
    await draw(typed, related('college_2_', { ...record, type: '4' }))
    await pick(2)
    expect(given()).toBe('4')
  })
})

test('an empty search box has the icon of a search, which a text replaces with the button that clears it', async () => {
  const icon = () => box().parentElement?.querySelector('svg circle') ?? null
  await draw(college)
  expect(icon()).not.toBeNull()
  await search(box(), 'Hill College')
  await leave(box())
  expect([icon(), the('button[aria-label="Clear"]').tagName]).toEqual([null, 'BUTTON'])
})

describe('a school chosen from the list', () => {
  const boxes = () => [...document.querySelectorAll('input, select')].map(({ id }) => id)
  const card = () => wordsOf(the('fieldset fieldset'))

  test('is a card with its name and place, which takes the focus of the search box', async () => {
    await draw(college)
    await search(box(), 'prairie')
    await keyDown(box(), 'ArrowDown')
    await keyDown(box(), 'Enter')
    expect([boxes(), wordsOf(the('fieldset fieldset p'))]).toEqual([[], 'Prairie State University'])
    expect(document.activeElement).toBe(the('fieldset fieldset'))
    await pass(0)
    expect(card()).toContain('Havre, Montana')
  })

  test('on an earlier visit is a card that leaves the focus alone', async () => {
    await draw(college, related('college_2_', record))
    expect([boxes(), document.activeElement]).toEqual([[], document.body])
  })

  test('shows just the box that is required and that its record lacks, and keeps it while it is filled in', async () => {
    await draw(college, related('college_2_', { ...record, zip: '' }))
    expect(boxes()).toEqual(['college_2_zip'])
    await type(the('#college_2_zip'), '59501')
    await leave(the('#college_2_zip'))
    expect([boxes(), card()]).toEqual([['college_2_zip'], expect.stringContaining('Havre, Montana')])
  })

  test('shows a box whose answer is wrong', async () => {
    await draw(college, related('college_2_', { ...record, zip: '595' }))
    expect(boxes()).toEqual(['college_2_zip'])
  })

  test('has all its boxes after Edit address, with the focus in the first', async () => {
    await draw(college, related('college_2_', record))
    await edit()
    expect(boxes()).toEqual(Object.keys(related('college_2_', record)).filter((key) => !key.endsWith('ceeb')))
    expect(document.activeElement?.id).toBe('college_2_address_line_1')
  })

  test('goes back to being a card when the search is left as it was', async () => {
    await draw(college, related('college_2_', record))
    await change()
    expect([boxes(), document.activeElement?.id]).toEqual([['college_2_name'], 'college_2_name'])
    await leave(box())
    expect([boxes(), answers()]).toEqual([[], related('college_2_', record)])
  })

  test('a link to one of its questions leads to the button that shows it', async () => {
    await draw(college, related('college_2_', record))
    await act(async () => void focusQuestion('college_2_city'))
    expect(wordsOf(document.activeElement ?? document.body)).toBe('Edit address of Prairie State University')
  })

  test('and then another one is another card', async () => {
    recordOf.mockResolvedValue({ ...record, name: 'Prairie College', city: 'Malta', zip: '' })
    await draw(college, related('college_2_', record))
    await change()
    await search(box(), 'prairie')
    await press('[role=option]:nth-child(2)')
    await pass(0)
    expect(card()).toContain('Malta, Montana')
    expect(boxes()).toEqual(['college_2_zip'])
  })
})
