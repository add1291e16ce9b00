// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { choice, is, when } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { choose, controlFor, drawItems, type drawPage, keyDown, press, the, type, wordsOf } from '../drawn-for-test.tsx'

const fetching = vi.hoisted(() => ({ loaded: vi.fn(), preload: vi.fn() }))
vi.mock('../lookup/lazy-boxes.ts', async (original) => ({
  ...(await original<object>()),
  lazyOptionBox: fetching,
}))

const { lazyOptionBox } = await vi.importActual<typeof import('../lookup/lazy-boxes.ts')>('../lookup/lazy-boxes.ts')
const OptionBox = await lazyOptionBox.preload()

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
  { as: 'searchable', otherNames: 'countries', required: true, autocomplete: 'country', help: 'Where you live.' },
)
const yesNo = [
  ['Y', 'Yes'],
  ['N', 'No'],
] as const
const changeKinds = () => drawn.changes.map(({ how }) => how)
const stored = () => drawn.store.current().answer.country

describe('a searchable select', () => {
  beforeAll(() => {
    fetching.loaded.mockReturnValue(OptionBox)
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

  test('commits an answer when it is chosen, ignoring accents', async () => {
    drawn = await drawItems([country])
    await type(controlFor(country), 'COTE')
    expect([stored(), changeKinds()]).toEqual([undefined, []])
    await keyDown(controlFor(country), 'Enter')
    expect([stored(), changeKinds()], proves('2.widgets.11')).toEqual(['CIV', ['keystroke', 'commit']])
    await press('button[aria-label="Clear"]')
    expect([stored(), changeKinds()]).toEqual(['', ['keystroke', 'commit', 'keystroke', 'commit']])
  })

  test('offers the blank option first, and shows a stored answer that is not in the list', async () => {
    drawn = await drawItems([country], { answer: { country: 'XYZ' } })
    expect(Reflect.get(controlFor(country), 'value')).toBe('XYZ')
    await type(controlFor(country), '')
    expect([...document.querySelectorAll('[role=option]')].map(wordsOf)).toEqual(['--', 'Norway', 'Côte d’Ivoire'])
    await press('[role=option]')
    expect([stored(), Reflect.get(controlFor(country), 'value')]).toEqual(['', ''])
  })
})

describe('a text that is not an option', () => {
  const message = 'This is not in the list. Please choose an option from the list.'
  const box = () => controlFor(country)
  const shown = () => Reflect.get(box(), 'value')
  const error = () => document.getElementById('country-error')
  const errors = () => [...(error()?.querySelectorAll('p') ?? [])].map(wordsOf)
  const announced = () =>
    [...document.querySelectorAll('[aria-live=polite]')].map(wordsOf).filter((text) => text !== '')
  const leaveBox = () => act(async () => box().blur())
  beforeAll(() => {
    fetching.loaded.mockReturnValue(OptionBox)
  })

  test('stays when the box is left, with a message at the field and read aloud', async () => {
    drawn = await drawItems([country])
    await type(box(), 'Atlantis')
    expect([box().getAttribute('aria-invalid'), errors()]).toEqual([null, []])
    await leaveBox()
    expect([shown(), errors()]).toEqual(['Atlantis', [message]])
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(box().getAttribute('aria-describedby')).toBe('country-help country-error')
    expect(announced()).toEqual([`Country: ${message}`])
    expect([stored(), changeKinds()]).toEqual([undefined, []])
  })

  test('changes no answer, and the message says which one counts', async () => {
    drawn = await drawItems([country], { answer: { country: 'NOR' } })
    await type(box(), 'Atlantis')
    await leaveBox()
    expect([shown(), stored(), changeKinds()]).toEqual(['Atlantis', 'NOR', []])
    expect(errors()).toEqual([`${message} Your answer is still Norway.`])
  })

  test('replaces the message about a missing answer, and does not count as a problem', async () => {
    drawn = await drawItems([country], { problems: true })
    expect(errors()).toEqual(['Missing: Country'])
    await type(box(), 'Atlantis')
    await leaveBox()
    expect(errors()).toEqual([message])
    expect(drawn.store.problems().map(({ message }) => message)).toEqual(['Country'])
    await drawn.remove()
    drawn = await drawItems([country], { problems: true, answer: { country: 'NOR' } })
    await type(box(), 'Atlantis')
    await leaveBox()
    expect(drawn.store.problems()).toEqual([])
  })

  test('disappears with the next letter, and can be corrected with the keyboard alone', async () => {
    drawn = await drawItems([country])
    await type(box(), 'Atlantis')
    await keyDown(box(), 'Enter')
    expect(shown()).toBe('Atlantis')
    await leaveBox()
    await act(async () => box().focus())
    expect(errors()).toEqual([message])
    await type(box(), 'Ivory')
    expect([errors(), announced(), box().getAttribute('aria-invalid')]).toEqual([[], ['1 option'], null])
    await keyDown(box(), 'Enter')
    await leaveBox()
    expect([shown(), stored(), errors()]).toEqual(['Côte d’Ivoire', 'CIV', []])
  })

  test('disappears with Escape, which restores the answer', async () => {
    drawn = await drawItems([country], { answer: { country: 'NOR' } })
    await type(box(), 'Atlantis')
    await leaveBox()
    await act(async () => box().focus())
    await keyDown(box(), 'Escape')
    expect([shown(), stored(), errors(), changeKinds()]).toEqual(['Norway', 'NOR', [], []])
  })

  test('is shown again when its page opens again, until an answer comes from another tab', async () => {
    const abroad = choice('abroad', 'Abroad', yesNo, { as: 'radio' })
    drawn = await drawItems([abroad, when(is(abroad, 'Y'), [country])], { answer: { abroad: 'Y' } })
    await type(box(), 'Atlantis')
    await leaveBox()
    await act(async () => drawn.store.write('abroad', 'N'))
    expect(document.getElementById('country')).toBeNull()
    await act(async () => drawn.store.write('abroad', 'Y'))
    expect([shown(), errors()]).toEqual(['Atlantis', [message]])
    await act(async () => drawn.store.receive({ answer: { country: 'NOR' } }))
    expect([shown(), errors()]).toEqual(['Norway', []])
  })

  test('can be cleared although nothing is chosen', async () => {
    drawn = await drawItems([country])
    await type(box(), 'Atlantis')
    await leaveBox()
    await press('button[aria-label="Clear"]')
    expect([shown(), stored(), errors()]).toEqual(['', undefined, []])
  })

  test.each<[written: string, value: string | undefined, shows: string, errors: readonly string[]]>([
    ['norway', 'NOR', 'Norway', []],
    ['Ivory Coast', 'CIV', 'Côte d’Ivoire', []],
    ['CI', undefined, 'CI', [message]],
    ['nor', undefined, 'nor', [message]],
  ])('leaving with %j is the answer %s', async (written, value, shows, expected) => {
    drawn = await drawItems([country])
    await type(box(), written)
    await leaveBox()
    expect([stored(), shown(), errors()]).toEqual([value, shows, expected])
  })

  test("gets the same message in the institution's own list", async () => {
    const options = [
      ['', '--'],
      ['ART', 'Art'],
    ] as const
    const major = choice('applied_major', 'Academic interest', options, { as: 'searchable' })
    drawn = await drawItems([major])
    await type(controlFor(major), 'ARTS')
    await act(async () => controlFor(major).blur())
    expect(wordsOf(the('#applied_major-error'))).toBe(message)
    expect(Reflect.get(controlFor(major), 'value')).toBe('ARTS')
  })
})

describe('until the box has loaded', () => {
  test('a native select works; the box replaces it with its choice and its focus', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof OptionBox>()
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockReturnValueOnce(promise)
    drawn = await drawItems([country])
    const list = controlFor(country)
    expect(list.tagName).toBe('SELECT')
    await choose(list, 'NOR')
    await act(async () => list.focus())
    await act(async () => resolve(OptionBox))
    expect([stored(), changeKinds()]).toEqual(['NOR', ['keystroke', 'commit']])
    expect(controlFor(country).getAttribute('role')).toBe('combobox')
    expect(document.activeElement).toBe(controlFor(country))
    expect(Reflect.get(controlFor(country), 'value')).toBe('Norway')
  })

  test('a list that is open stays until something is chosen', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof OptionBox>()
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockReturnValueOnce(promise)
    drawn = await drawItems([country])
    const list = controlFor(country)
    const matches = vi.spyOn(list, 'matches').mockReturnValue(true)
    await act(async () => list.focus())
    await act(async () => resolve(OptionBox))
    expect(document.activeElement).toBe(list)
    matches.mockRestore()
    await choose(list, 'NOR')
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))))
    expect([stored(), controlFor(country).getAttribute('role')]).toEqual(['NOR', 'combobox'])
    expect(document.activeElement).toBe(controlFor(country))
  })

  test('the box replaces it at once if it has no focus', async () => {
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockResolvedValueOnce(OptionBox)
    drawn = await drawItems([country])
    expect(controlFor(country).getAttribute('role')).toBe('combobox')
  })

  test('the native select stays if the box cannot be loaded', async () => {
    fetching.loaded.mockReturnValueOnce(undefined)
    fetching.preload.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    drawn = await drawItems([country])
    await choose(controlFor(country), 'NOR')
    expect([stored(), controlFor(country).tagName]).toEqual(['NOR', 'SELECT'])
  })
})
