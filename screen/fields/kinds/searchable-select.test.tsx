// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { choice } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { Combobox } from '../combobox/index.ts'
import { choose, controlFor, drawItems, type drawPage, keyDown, press, the, type, wordsOf } from '../drawn-for-test.tsx'

const fetching = vi.hoisted(() => ({ loaded: vi.fn(), preload: vi.fn() }))
vi.mock('../combobox/index.ts', async (original) => ({
  ...(await original<object>()),
  lazyCombobox: fetching,
}))

let drawn: Awaited<ReturnType<typeof drawPage>>
afterEach(() => drawn.remove())

const country = choice(
  'country',
  'Country',
  [
    ['', '--'],
    ['NOR', 'Norway'],
    ['CIV', 'Côte d’Ivoire'],
  ],
  { as: 'searchable', required: true, autocomplete: 'country', help: 'Where you live.' },
)
const told = () => drawn.changes.map(({ how }) => how)
const stored = () => drawn.store.current().answer.country

describe('a searchable select', () => {
  beforeAll(() => {
    fetching.loaded.mockReturnValue(Combobox)
  })

  test('is the field with its key, label, help and message', async () => {
    drawn = await drawItems([country], { problems: true })
    const control = controlFor(country)
    expect(control.getAttribute('role')).toBe('combobox')
    expect(wordsOf(the('label[for="country"]'))).toBe('Country')
    expect(control.getAttribute('aria-describedby')).toBe('country-help country-error')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(control.getAttribute('autocomplete')).toBe('country-name')
  })

  test('gives the answer when it is chosen, whatever its accents', async () => {
    drawn = await drawItems([country])
    await type(controlFor(country), 'COTE')
    expect([stored(), told()]).toEqual([undefined, []])
    await keyDown(controlFor(country), 'Enter')
    expect([stored(), told()], proves('2.widgets.11')).toEqual(['CIV', ['keystroke', 'commit']])
    await press('button[aria-label="Clear"]')
    expect([stored(), told()]).toEqual(['', ['keystroke', 'commit', 'keystroke', 'commit']])
  })

  test('does not offer the blank, and shows what is stored although the list does not hold it', async () => {
    drawn = await drawItems([country], { answer: { country: 'XYZ' } })
    expect(Reflect.get(controlFor(country), 'value')).toBe('XYZ')
    await type(controlFor(country), '')
    expect([...document.querySelectorAll('[role=option]')].map(wordsOf)).toEqual(['Norway', 'Côte d’Ivoire'])
  })
})

describe('until its box is here', () => {
  test('the browser’s own list answers, and goes once nobody is in it', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Combobox>()
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockReturnValueOnce(promise)
    drawn = await drawItems([country])
    const list = controlFor(country)
    expect(list.tagName).toBe('SELECT')
    await act(async () => list.focus())
    await act(async () => resolve(Combobox))
    expect(document.activeElement).toBe(list)
    await choose(list, 'NOR')
    expect([stored(), told()]).toEqual(['NOR', ['keystroke', 'commit']])
    await act(async () => list.blur())
    expect(controlFor(country).getAttribute('role')).toBe('combobox')
    expect(Reflect.get(controlFor(country), 'value')).toBe('Norway')
  })

  test('takes its place at once when nobody is in it', async () => {
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockResolvedValueOnce(Combobox)
    drawn = await drawItems([country])
    expect(controlFor(country).getAttribute('role')).toBe('combobox')
  })

  test('the list stays when the box cannot be fetched', async () => {
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    drawn = await drawItems([country])
    await choose(controlFor(country), 'NOR')
    expect([stored(), controlFor(country).tagName]).toEqual(['NOR', 'SELECT'])
  })
})
