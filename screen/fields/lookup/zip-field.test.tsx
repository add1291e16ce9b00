// @vitest-environment happy-dom

import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { address, entry, school, withPrefix } from '../../../engine/index.ts'
import { given } from '../../parts/index.ts'
import { choose, drawItems, type drawPage, leave, the, told, type, wordsOf } from '../drawn-for-test.tsx'
import type * as LookUp from './look-up.ts'
import { LookupBox } from './lookup-box.tsx'
import { type Fills, fillsFrom, ZipField, zipDoubt, zipIn } from './zip-field.tsx'

const fields = { LookupBox, ZipField }

const fetching = vi.hoisted(() => ({ loaded: vi.fn(), preload: vi.fn() }))

vi.mock('./lazy-boxes.ts', async (original) => ({
  ...(await original<typeof import('./lazy-boxes.ts')>()),
  lazyLookupFields: fetching,
}))
const { placeOf } = vi.hoisted(() => ({ placeOf: vi.fn<typeof LookUp.placeOf>() }))
vi.mock('./look-up.ts', () => ({ placeOf }))

describe('zip field', () => {
  const states = ['', 'Idaho', 'Montana'].map((state) => [state, state] as const)

  const place = [
    entry.text('city', 'City', { role: 'city' }),
    entry.choice('state', 'State', states, { role: 'state' }),
    entry.text('zip', 'ZIP', { role: 'zip', rules: [{ rule: 'minLength', length: 5 }] }),
    entry.choice(
      'country',
      'Country',
      [
        ['', '--'],
        ['USA', 'United States'],
        ['DEU', 'Germany'],
      ],
      { role: 'country' },
    ),
  ] as const

  const home = withPrefix(
    'home_',
    address('Home', [entry.text('address_line_1', 'Address line 1', { role: 'address_line_1' }), ...place]),
  )

  const college = withPrefix(
    'home_',
    school('College', 'college_ceeb', [
      entry.text('name', 'School', { role: 'name' }),
      entry.code('ceeb', 'Code', { role: 'ceeb' }),
      ...place,
    ]),
  )

  let drawn: Awaited<ReturnType<typeof drawPage>>

  beforeEach(() => {
    fetching.loaded.mockReturnValue(fields)
    placeOf.mockReset().mockResolvedValue({ city: 'Missoula', states: ['Montana'] })
  })
  afterEach(() => drawn.remove())

  const draw = async (answer: Readonly<Record<string, string>> = {}, item: typeof home | typeof college = home) => {
    drawn = await drawItems([item], { answer, problems: true })
  }
  const zip = () => the('#home_zip')

  const answers = () =>
    Object.fromEntries(Object.entries(drawn.store.current().answer).filter(([, value]) => value !== ''))

  const announced = async () => {
    await told()
    return [...document.querySelectorAll('span[aria-live=polite]')].map(wordsOf).filter((words) => words !== '')
  }

  /** The description of the ZIP code field for screen readers. */
  const described = () =>
    (zip().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => wordsOf(the(`#${id}`)))
  const doubt = '59801 is a ZIP code in Montana, not in Idaho. If it’s right, leave it as is.'

  describe('a ZIP code fills in its city and state', () => {
    test('after its fifth digit, announced, with the focus where it was', async () => {
      await draw()
      zip().focus()
      await type(zip(), '5980')
      expect(placeOf.mock.calls).toEqual([])
      await type(zip(), '59801')
      await type(zip(), '59801-1234')
      expect(placeOf.mock.calls).toEqual([['59801']])
      expect(answers()).toEqual({ home_zip: '59801-1234', home_city: 'Missoula', home_state: 'Montana' })
      const committed = drawn.changes.filter(({ how }) => how === 'commit').flatMap(({ keys }) => keys)
      expect(committed).toEqual(expect.arrayContaining(['home_city', 'home_state']))
      expect(await announced()).toEqual(['Filled in: Missoula, Montana.'])
      expect(document.activeElement?.id).toBe('home_zip')
    })

    test('only where they are empty, and typed text stays', async () => {
      await draw({ home_city: 'Lolo' })
      await type(zip(), '59801')
      expect(answers()).toMatchObject({ home_city: 'Lolo', home_state: 'Montana' })
    })

    test('again for a corrected code, but not over what was changed since', async () => {
      await draw()
      await type(zip(), '59801')
      placeOf.mockResolvedValue({ city: 'Boise', states: ['Idaho'] })
      await type(zip(), '83702')
      expect(answers()).toMatchObject({ home_city: 'Boise', home_state: 'Idaho' })
      await type(the('#home_city'), 'Eagle')
      placeOf.mockResolvedValue({ city: 'Missoula', states: ['Montana'] })
      await type(zip(), '59801')
      expect(answers()).toMatchObject({ home_city: 'Eagle', home_state: 'Montana' })
    })

    test('but not because of a code from an earlier visit', async () => {
      await draw({ home_name: 'Hill College', home_zip: '59801' }, college)
      await type(the('#home_name'), 'Hill Colleges')
      expect(answers()).toEqual({ home_name: 'Hill Colleges', home_zip: '59801' })
    })

    test('also if it was typed and left before the code of its lookup had come', async () => {
      const { promise, resolve } = Promise.withResolvers<typeof fields>()
      fetching.loaded.mockReturnValue(undefined)
      fetching.preload.mockReturnValue(promise)
      await draw()
      zip().focus()
      await type(zip(), '59801')
      await act(async () => zip().blur())
      await act(async () => resolve(fields))
      expect(answers()).toEqual({ home_zip: '59801', home_city: 'Missoula', home_state: 'Montana' })
    })

    test('ignores a reply to an earlier ZIP code', async () => {
      const { promise, resolve } = Promise.withResolvers<{ city: string; states: string[] }>()
      placeOf.mockReturnValueOnce(promise)
      await draw()
      await type(zip(), '59701')
      await type(zip(), '5980')
      await act(async () => resolve({ city: 'Butte', states: ['Montana'] }))
      expect(answers()).toEqual({ home_zip: '5980' })
    })

    test('a code whose lookup is on its way is not done yet: the city may be that of the code before', async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      placeOf.mockReturnValueOnce(promise)
      await draw({ home_zip: '59801', home_city: 'Missoula', home_state: 'Montana' })
      const isLeft = () => drawn.store.unfinished().has('home_zip')
      expect(isLeft()).toBe(false)
      placeOf.mockReturnValueOnce(promise)
      await type(zip(), '59701')
      await leave(zip())
      expect([isLeft(), drawn.store.problems()]).toEqual([true, []])
      await act(async () => resolve(undefined)) // even if it fails
      expect(isLeft()).toBe(false)
    })
  })

  describe('a state that the ZIP code is not in', () => {
    test('is questioned below it, without an error, an alert or a problem', async () => {
      await draw({ home_zip: '59801', home_city: 'Boise' })
      await choose(the('#home_state'), 'Idaho')
      expect([described(), await announced()]).toEqual([[doubt], [doubt]])
      expect([zip().getAttribute('aria-invalid'), drawn.store.problems()]).toEqual([null, []])
      expect(document.querySelectorAll('[role=alert]')).toHaveLength(0)
      expect(drawn.changes.flatMap(({ keys }) => keys)).not.toContain('home_zip')
    })

    test.each([
      ['another state', () => choose(the('#home_state'), 'Montana')],
      ['another country', () => choose(the('#home_country'), 'DEU')],
      ['half a ZIP code', () => type(zip(), '598')],
      ['no state', () => choose(the('#home_state'), '')],
    ])('is no longer asked about with %s', async (_, resolve) => {
      await draw({ home_zip: '59801', home_state: 'Idaho', home_city: 'Boise' })
      expect(described()).toEqual([doubt])
      await resolve()
      expect([...described(), ...(await announced())]).not.toContain(doubt)
    })
  })

  describe('no hint is shown', () => {
    test.each([
      ['abroad', { home_country: 'DEU' }, 0],
      ['of a ZIP code that nobody knows', {}, 1],
    ])('%s', async (_, answer, asked) => {
      placeOf.mockResolvedValue({ city: '', states: [] })
      await draw(answer)
      await type(zip(), '10115')
      expect([placeOf.mock.calls.length, await announced(), described()]).toEqual([asked, [], []])
    })

    test.each([
      ['offline', async () => undefined],
      ['while the answer is on its way', () => new Promise<never>(() => {})],
    ])('%s', async (_, answered) => {
      placeOf.mockImplementation(answered)
      await draw({ home_state: 'Idaho' })
      await type(zip(), '59801')
      expect([await announced(), described()]).toEqual([[], []])
    })

    test('before its code has loaded, and the typed text is the answer', async () => {
      fetching.loaded.mockReturnValue(undefined)
      fetching.preload.mockReturnValue(new Promise(() => {}))
      await draw()
      await type(zip(), '59801')
      expect([placeOf.mock.calls, answers()]).toEqual([[], { home_zip: '59801' }])
    })
  })
})

describe('zip advice', () => {
  const missoula = { city: 'Missoula', states: ['Montana'] }
  const fairview = { city: 'Fairview', states: ['Montana', 'North Dakota'] }
  const nowhere = { city: '', states: [] }

  test.each<[zip: string, country: string, looked: string | undefined]>([
    ['59801', 'USA', '59801'],
    ['59801', '', '59801'],
    [' 59801 ', 'USA', '59801'],
    ['59801-', 'USA', '59801'],
    ['59801-12', 'USA', '59801'],
    ['59801-1234', 'USA', '59801'],
    ['598011234', 'USA', '59801'],
    ['5980', 'USA', undefined],
    ['598011', 'USA', undefined],
    ['59801-12345', 'USA', undefined],
    ['K1A 0B1', 'USA', undefined],
    ['', 'USA', undefined],
    ['٥٩٨٠١', 'USA', undefined],
    ['59801', 'CAN', undefined],
    ['10115', 'DEU', undefined],
  ])('%j in %j is looked up as %j', (zip, country, looked) => expect(zipIn({ zip, country })).toBe(looked))

  const montana = { city: 'Missoula', state: 'Montana' }

  test.each<[what: string, city: string, state: string, filled: Fills, place: typeof missoula, fills: Fills]>([
    ['nothing given', '', '', {}, missoula, montana],
    ['only the state', '', 'Montana', {}, missoula, { city: 'Missoula' }],
    ['only a city', 'Lolo', '', {}, missoula, { state: 'Montana' }],
    ['all of it', 'Missoula', 'Montana', {}, missoula, {}],
    ['another city', 'Lolo', 'Montana', {}, missoula, {}],
    ['at a border, nothing given', '', '', {}, fairview, { city: 'Fairview' }],
    ['at a border, either state', 'Fairview', 'North Dakota', {}, fairview, {}],
    ['a ZIP code that nobody knows', '', '', {}, nowhere, {}],
    ['what the ZIP code before filled in', 'Boise', 'Idaho', { city: 'Boise', state: 'Idaho' }, missoula, montana],
    [
      'a city that was changed since',
      'Eagle',
      'Idaho',
      { city: 'Boise', state: 'Idaho' },
      missoula,
      { state: 'Montana' },
    ],
  ])('%s: only what the person did not write is filled in', (_, city, state, filled, place, fills) =>
    expect(fillsFrom({ city, state }, filled, place)).toEqual(fills),
  )

  test.each([
    ['Idaho', missoula, `${given('59801')} is a ZIP code in Montana, not in Idaho. If it’s right, leave it as is.`],
    ['Ontario', missoula, `${given('59801')} is a ZIP code in Montana, not in Ontario. If it’s right, leave it as is.`],
    [
      'Idaho',
      fairview,
      `${given('59801')} is a ZIP code in Montana and North Dakota, not in Idaho. If it’s right, leave it as is.`,
    ],
    ['Montana', fairview, undefined],
    ['Idaho', nowhere, undefined],
    ['', missoula, undefined],
  ])('the state %j is asked about only if the ZIP code is not in it', (state, place, words) =>
    expect(zipDoubt({ state, zip: ' 59801-1234' }, place)).toBe(words),
  )
})
