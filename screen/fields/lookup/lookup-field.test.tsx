// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { address, entry, is, school, withDescriptions, withPrefix } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { drawItems, type drawPage, keyDown, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import type * as LookUp from './look-up.ts'
import { LookupBox } from './lookup-box.tsx'
import { ZipField } from './zip-field.tsx'

const fields = { LookupBox, ZipField }

const fetching = vi.hoisted(() => ({ loaded: vi.fn(), preload: vi.fn() }))
vi.mock('./lazy-boxes.ts', async (original) => ({
  ...(await original<typeof import('./lazy-boxes.ts')>()),
  lazyLookupFields: fetching,
}))
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
    ['NOR', 'Norway'],
  ],
  { role: 'country' },
)
const place = [
  entry.text('city', 'City', { role: 'city' }),
  entry.choice(
    'state',
    'State',
    [
      ['', '--'],
      ['Montana', 'Montana'],
    ],
    { role: 'state' },
  ),
  entry.text('zip', 'ZIP', {
    role: 'zip',
    required: is(country, 'USA'),
    rules: [{ rule: 'minLength', length: 5 }],
  }),
  country,
] as const
const college = withPrefix(
  'college_2_',
  school('College', 'college_ceeb', [
    entry.text('name', 'Search for Your School', { role: 'name' }),
    entry.code('ceeb', 'Code', { role: 'ceeb' }),
    entry.code('list_id', 'Record', { role: 'list_id', printed: false }),
    entry.text('address_line_1', 'Address', { role: 'address_line_1' }),
    ...place,
  ]),
)
const home = withPrefix(
  'home_',
  address('Home', [
    entry.text('address_line_1', 'Address line 1', { role: 'address_line_1' }),
    entry.text('address_line_2', 'Apt. #', { role: 'address_line_2' }),
    ...place,
  ]),
)

const suggestions = [
  { text: 'Prairie State University', id: '1', sub_text: 'Havre, Montana' },
  { text: 'Prairie College', id: '2', sub_text: 'Malta, Montana' },
]
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
beforeEach(() => {
  vi.useFakeTimers()
  fetching.loaded.mockReturnValue(fields)
  fetching.preload.mockResolvedValue(fields)
  suggest.mockReset().mockResolvedValue(suggestions)
  recordOf.mockReset().mockResolvedValue(record)
})
afterEach(async () => {
  await drawn.remove()
  vi.useRealTimers()
})

const draw = async (item: typeof college | typeof home, answer: Readonly<Record<string, string>> = {}) => {
  drawn = await drawItems([item], { answer })
}
const box = () => the('#college_2_name')
const line = () => the('#home_address_line_1')
const answers = () =>
  Object.fromEntries(Object.entries(drawn.store.current().answer).filter(([, value]) => value !== ''))
const offered = () => [...document.querySelectorAll('[role=option]')].map(wordsOf)
const below = () => wordsOf(document.querySelector('[data-field] + p') ?? document.createElement('p'))
/** The buttons of the card that a chosen school becomes. */
const change = () => press('button[data-leads-to="college_2_name"]')
const edit = () => press('button[data-leads-to~="college_2_city"]')
const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)))
const leave = (element: HTMLElement) => act(async () => element.blur())
async function search(element: HTMLElement, text: string) {
  await type(element, text)
  await pass(200)
}
async function chooseFirst() {
  await search(box(), 'prairie')
  await press('[role=option]')
  await pass(0)
}

describe('the name of a school', () => {
  test('is searched with its category, and results are offered with their place and the match in bold', async () => {
    await draw(college)
    await search(box(), 'prairie')
    expect(suggest.mock.calls).toEqual([['college_ceeb', 'prairie']])
    expect(offered(), proves('2.widgets.1')).toEqual([
      'Prairie State UniversityHavre, Montana',
      'Prairie CollegeMalta, Montana',
      "Create 'prairie'",
    ])
    expect(wordsOf(the('mark'))).toBe('Prairie')
  })

  test('chosen, it fills the related answers, each under its prefix', async () => {
    await draw(college)
    await chooseFirst()
    expect(recordOf.mock.calls).toEqual([['college_ceeb', '1']])
    expect(answers(), proves('4.autocomplete.1', '7.lookup.5')).toEqual(
      related('college_2_', { ...record, list_id: '1' }),
    )
    expect(below()).toBe('')
    expect(drawn.changes.filter(({ how }) => how === 'commit').flatMap(({ keys }) => keys)).toContain('college_2_ceeb')
  })

  test('chosen, its state and its country are shown and described in words', async () => {
    await draw(college)
    await chooseFirst()
    await edit()
    const lists = ['state', 'country'].map((end) => the(`#college_2_${end}`))
    const chosen = lists.map((list) => list instanceof HTMLSelectElement && list.selectedOptions[0]?.textContent)
    expect(chosen, proves('2.widgets.5')).toEqual(['Montana', 'United States'])
    expect(withDescriptions(drawn.store.form, drawn.store.current()), proves('7.lookup.6')).toMatchObject({
      college_2_state_desc: 'Montana',
      college_2_country_desc: 'United States',
    })
  })

  test('by the keyboard it is chosen with an arrow and Enter', async () => {
    await draw(college)
    await search(box(), 'prairie')
    await keyDown(box(), 'ArrowDown')
    await keyDown(box(), 'Enter')
    await pass(0)
    expect(answers()).toMatchObject({ college_2_ceeb: '4488' })
  })

  test('cleared, it clears the related answers', async () => {
    await draw(college)
    await chooseFirst()
    await change()
    await press('button[aria-label="Clear"]')
    expect(answers(), proves('4.autocomplete.2')).toEqual({})
  })

  test('changed, it clears the code and all filled answers at the first letter', async () => {
    await draw(college)
    await chooseFirst()
    await change()
    await type(box(), 'Prairie State Universit')
    expect(answers(), proves('4.autocomplete.3', '4.autocomplete.4')).toEqual({
      college_2_name: 'Prairie State Universit',
    })
    await leave(box())
    expect(answers()).toEqual({ college_2_name: 'Prairie State Universit' })
    expect(below(), proves('4.autocomplete.5')).toBe('Enter your school information below.')
  })

  test('a typed name keeps the details typed by hand, even when it is corrected', async () => {
    await draw(college)
    await search(box(), 'Hill Colege')
    await press('[role=option]:last-child')
    await type(the('#college_2_city'), 'Butte')
    await type(box(), 'Hill College')
    await leave(box())
    expect(answers()).toEqual({ college_2_name: 'Hill College', college_2_city: 'Butte' })
    expect(below()).toBe('Enter your school information below.')
  })

  test('typed on an earlier visit, it keeps its details when a letter is corrected', async () => {
    const typed = { college_2_name: 'Hill Colege', college_2_city: 'Butte', college_2_zip: '59701' }
    await draw(college, typed)
    await type(box(), 'Hill College')
    await leave(box())
    expect(answers()).toEqual({ ...typed, college_2_name: 'Hill College' })
  })

  test('chosen on an earlier visit from a list without codes, it clears what the choice filled when changed', async () => {
    await draw(college, { ...related('college_2_', { ...record, ceeb: '' }), college_2_list_id: 'ipeds:1' })
    await change()
    await type(box(), 'Hill College')
    expect(answers()).toEqual({ college_2_name: 'Hill College' })
  })

  test('from an earlier visit, it clears its code when changed', async () => {
    await draw(college, related('college_2_', record))
    expect(below()).toBe('')
    await change()
    await type(box(), 'Hill College')
    expect(answers()).toEqual({ college_2_name: 'Hill College' })
  })

  test('does so even before its box has loaded', async () => {
    fetching.loaded.mockReturnValue(undefined)
    fetching.preload.mockReturnValue(new Promise(() => {}))
    await draw(college, related('college_2_', record))
    await change()
    expect(box().getAttribute('role')).toBeNull()
    await type(box(), 'Hill College')
    expect(answers()).toEqual({ college_2_name: 'Hill College' })
  })

  test('whose record cannot be read fills only the name, from its label', async () => {
    recordOf.mockResolvedValue(undefined)
    await draw(college, related('college_2_', { ...record, name: 'Old College' }))
    await change()
    await chooseFirst()
    expect(answers(), proves('7.lookup.7')).toEqual({ college_2_name: 'Prairie State University' })
    expect(below()).toBe('We couldn’t find this school’s address. Please enter it below.')
  })

  test('whose record cannot be read keeps the details typed by hand when the name is corrected', async () => {
    recordOf.mockResolvedValue(undefined)
    await draw(college)
    await chooseFirst()
    await type(the('#college_2_city'), 'Havre')
    await type(box(), 'Prairie State Universities')
    await leave(box())
    expect(answers()).toEqual({ college_2_name: 'Prairie State Universities', college_2_city: 'Havre' })
    expect(below()).toBe('Enter your school information below.')
  })

  test('is searched for in the same box as soon as the code has come, with the caret where it was', async () => {
    fetching.loaded.mockReturnValue(undefined)
    const { promise, resolve } = Promise.withResolvers<typeof fields>()
    fetching.preload.mockReturnValue(promise)
    await draw(college)
    const before = box()
    if (!(before instanceof HTMLInputElement)) throw new Error('There is no box')
    before.focus()
    await type(before, 'prairie')
    before.setSelectionRange(2, 5)
    const events: string[] = []
    for (const name of ['focus', 'blur', 'select']) before.addEventListener(name, () => events.push(name))
    await act(async () => resolve(fields))
    expect([box() === before, before.getAttribute('role'), document.activeElement === before]).toEqual([
      true,
      'combobox',
      true,
    ])
    await pass(200)
    expect(new Set(suggest.mock.calls.map(String))).toEqual(new Set(['college_ceeb,prairie']))
    expect(offered()[0]).toBe('Prairie State UniversityHavre, Montana')
    expect([before.selectionStart, before.selectionEnd, events]).toEqual([2, 5, []])
    await keyDown(before, 'ArrowDown')
    await keyDown(before, 'Enter')
    await pass(0)
    expect(answers()).toMatchObject({ college_2_ceeb: '4488' })
  })

  test('that was left before the code had come opens no list', async () => {
    fetching.loaded.mockReturnValue(undefined)
    const { promise, resolve } = Promise.withResolvers<typeof fields>()
    fetching.preload.mockReturnValue(promise)
    await draw(college)
    box().focus()
    await type(box(), 'prairie')
    await leave(box())
    await act(async () => resolve(fields))
    await pass(500)
    expect([offered(), box().getAttribute('aria-expanded')]).toEqual([[], 'false'])
  })

  test('keeps its box when the address goes abroad and comes back', async () => {
    await draw(home, { home_address_line_1: '1 Main St' })
    const before = line()
    const roles: (string | null)[] = []
    for (const to of ['NOR', 'USA']) {
      await act(async () => {
        drawn.store.write('home_country', to)
        drawn.store.commit('home_country')
      })
      expect(line() === before).toBe(true)
      roles.push(line().getAttribute('role'))
    }
    expect(roles).toEqual([null, 'combobox'])
  })

  test('whose record arrives after the text was changed fills nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof record>()
    recordOf.mockReturnValue(promise)
    await draw(college)
    await chooseFirst()
    await change()
    await type(box(), 'Prairie State')
    await act(async () => resolve(record))
    expect(answers()).toEqual({ college_2_name: 'Prairie State' })
  })

  test('whose record arrives late keeps what was typed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof record>()
    recordOf.mockReturnValue(promise)
    await draw(college)
    await chooseFirst()
    await edit()
    await type(the('#college_2_city'), 'Chinook')
    await act(async () => resolve(record))
    expect(answers()).toEqual(related('college_2_', { ...record, list_id: '1', city: 'Chinook' }))
  })

  test('that finds nothing, or is slow, keeps what was typed', async () => {
    suggest.mockReturnValue(new Promise(() => {}))
    await draw(college)
    await search(box(), 'Hill College')
    expect(wordsOf(the('[role=listbox] + p'))).toBe('Loading...')
    await pass(20_000)
    expect(wordsOf(the('[role=listbox] + p'))).toBe('Loading...')
    await leave(box())
    expect(answers()).toEqual({ college_2_name: 'Hill College' })
  })
})

describe('the first line of an address', () => {
  const found = { text: '9 Elm Ave', id: 'x', sub_text: 'Dillon, Montana 59725' }
  const known = { address_line_1: '9 Elm Ave', city: 'Dillon', state: 'Montana', zip: '59725', country: 'USA' }
  beforeEach(() => {
    suggest.mockResolvedValue([found])
    recordOf.mockResolvedValue(known)
  })

  test('fills city, state, ZIP and country, and leaves the apartment', async () => {
    await draw(home, { home_address_line_2: '4' })
    await search(line(), '9 elm ave, dill')
    expect(suggest.mock.calls).toEqual([['address', '9 elm ave, dill']])
    expect(offered(), proves('2.widgets.2')).toEqual(['9 Elm AveDillon, Montana 59725', "Create '9 elm ave, dill'"])
    await press('[role=option]')
    await pass(0)
    expect(answers()).toEqual({ ...related('home_', known), home_address_line_2: '4' })
  })

  test('whose record cannot be read fills only the line, from its label', async () => {
    recordOf.mockResolvedValue(undefined)
    await draw(home)
    await search(line(), '9 elm ave, dill')
    await press('[role=option]')
    await pass(0)
    expect(answers(), proves('7.lookup.7')).toEqual({ home_address_line_1: '9 Elm Ave' })
  })

  test('changed, it clears what the choice filled, but nothing typed by hand', async () => {
    await draw(home)
    await search(line(), '9 elm ave, dill')
    await press('[role=option]')
    await pass(0)
    await type(the('#home_zip'), '59700')
    await type(line(), '19 Elm Ave')
    expect(answers()).toEqual({ home_address_line_1: '19 Elm Ave', home_zip: '59700' })
  })

  test('from an earlier visit, it is corrected without losing its city', async () => {
    await draw(home, related('home_', known))
    await type(line(), '19 Elm Ave')
    expect(answers()).toEqual(related('home_', { ...known, address_line_1: '19 Elm Ave' }))
  })

  test('opens no list for a street alone', async () => {
    suggest.mockResolvedValue([])
    await draw(home)
    await search(line(), '9 Elm Ave')
    expect(line().getAttribute('aria-expanded')).toBe('false')
    await leave(line())
    expect(answers()).toEqual({ home_address_line_1: '9 Elm Ave' })
  })

  test('abroad is never searched for', async () => {
    await draw(home, { home_country: 'NOR' })
    await search(line(), '10 Storgata, London')
    expect(suggest).not.toHaveBeenCalled()
    expect(line().getAttribute('role')).toBeNull()
    expect(answers()).toMatchObject({ home_address_line_1: '10 Storgata, London' })
  })
})
