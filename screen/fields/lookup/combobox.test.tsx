// @vitest-environment happy-dom
import { act, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proves } from '../../../testing/proves.ts'
import { keyDown, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import { Combobox, type ComboboxProps } from './combobox.tsx'
import type { ComboboxItem } from './matching.ts'

const letters: readonly ComboboxItem[] = [...'ABCDEFGHIJKL'].map((label) => ({ value: label.toLowerCase(), label }))
const schools: readonly ComboboxItem[] = [{ value: '2', label: 'Montana Tech', detail: 'Butte, Montana' }]

let remove = async () => {}
const chosen = vi.fn<(entry: ComboboxItem | null) => void>()
const typed = vi.fn<(text: string | undefined) => void>()
const left = vi.fn<(text: string | undefined) => void>()
beforeEach(() => vi.clearAllMocks())
afterEach(() => remove())

/** Holds the chosen entry and the text that is no entry, as the parent of the box does. */
function Held(given: Partial<ComboboxProps>) {
  const [entry, setEntry] = useState(given.chosen ?? null)
  const [unlisted, setUnlisted] = useState<string>()
  const onChoose = (next: ComboboxItem | null) => {
    chosen(next)
    setEntry(next)
  }
  const onUnlisted = (text: string | undefined) => {
    left(text)
    setUnlisted(text)
  }
  const controlled = { chosen: entry, onChoose, unlisted, onUnlisted }
  return <Combobox id="it" label="It" entries={letters} onType={typed} {...given} {...controlled} />
}

let redraw = async (_: Partial<ComboboxProps>) => {}

async function draw(given: Partial<ComboboxProps>) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  redraw = (next) => act(async () => root.render(<Held {...next} />))
  await redraw(given)
  remove = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
}

function box(): HTMLInputElement {
  const found = the('#it')
  if (!(found instanceof HTMLInputElement)) throw new Error('There is no box')
  return found
}
const offered = () => [...document.querySelectorAll('[role=option]')].map(wordsOf)
const pointed = () => wordsOf(the(`[id="${box().getAttribute('aria-activedescendant')}"]`))
const isOpen = () => box().getAttribute('aria-expanded') === 'true'
const menu = () => the('[role=listbox]').parentElement
const blur = () => act(async () => box().blur())
const click = () =>
  act(async () => {
    box().focus()
    box().click()
  })
async function keys(...all: readonly string[]) {
  for (const key of all) await keyDown(box(), key)
}

describe('a box to search a list in', () => {
  test('is a combobox with its own list', async () => {
    await draw({})
    expect(box().getAttribute('role')).toBe('combobox')
    expect([isOpen(), menu()?.hidden]).toEqual([false, true])
    await click()
    expect([isOpen(), menu()?.hidden]).toEqual([true, false])
    expect(the('[role=listbox]').style.maxHeight, proves('9.searchable.1')).toBe('300px')
    expect(box().getAttribute('aria-controls')).toBe(the('[role=listbox]').id)
    expect(the('[role=listbox]').getAttribute('aria-label')).toBe('It')
    expect(wordsOf(the('[aria-live=polite]'))).toBe('12 options')
    expect(box().hasAttribute('aria-activedescendant')).toBe(false)
  })

  test('says Select... while it is empty', async () => {
    await draw({})
    expect(box().placeholder, proves('9.searchable.3')).toBe('Select...')
  })

  test.each<[pressed: readonly string[], stands: string]>([
    [['ArrowDown'], 'A'],
    [['ArrowUp'], 'L'],
    [['ArrowDown', 'ArrowDown'], 'B'],
    [['ArrowDown', 'ArrowUp'], 'L'],
    [['ArrowDown', 'End'], 'L'],
    [['ArrowDown', 'End', 'Home'], 'A'],
  ])('the keys %j highlight %s', async (pressed, stands) => {
    await draw({})
    await act(async () => box().focus())
    await keys(...pressed)
    expect(pointed()).toBe(stands)
    expect(chosen).not.toHaveBeenCalled()
  })

  test.each<[pressed: readonly string[], stands: string]>([
    [['PageDown'], 'F'],
    [['PageDown', 'PageDown'], 'K'],
    [['PageDown', 'PageDown', 'PageDown'], 'L'],
    [['End', 'PageUp'], 'G'],
    [['PageDown', 'PageUp', 'PageUp'], 'A'],
  ])('a page is five: the keys %j highlight %s', async (pressed, stands) => {
    await draw({})
    await act(async () => box().focus())
    await keys('ArrowDown', ...pressed)
    expect(pointed(), proves('9.searchable.2')).toBe(stands)
  })

  test('Enter chooses the highlighted entry, or the best match if nothing was moved to', async () => {
    await draw({})
    await act(async () => box().focus())
    await keys('ArrowDown', 'ArrowDown', 'Enter')
    expect(chosen.mock.calls).toEqual([[letters[1]]])
    expect([box().value, isOpen()]).toEqual(['B', false])
    await type(box(), 'x')
    await keys('Enter')
    expect(chosen).toHaveBeenLastCalledWith(letters[0])
  })

  test('a press chooses, and the chosen entry is highlighted when the list opens again', async () => {
    await draw({})
    await click()
    await press('#it-option-2')
    expect(chosen.mock.calls).toEqual([[letters[2]]])
    expect([box().value, isOpen()]).toEqual(['C', false])
    await click()
    expect(pointed()).toBe('C')
    await click()
    expect(isOpen(), 'a press into the open box moves the caret').toBe(true)
  })

  test('leaving chooses the entry that arrow keys highlighted, not the preselected one', async () => {
    await draw({})
    await click()
    await keys('ArrowDown', 'ArrowDown')
    await blur()
    expect(chosen.mock.calls).toEqual([[letters[1]]])
    await keys('ArrowDown')
    await blur()
    await type(box(), 'x')
    await blur()
    expect(chosen).toHaveBeenCalledTimes(1)
  })

  test('leaving does not choose an entry that was highlighted before the list closed', async () => {
    await draw({})
    await click()
    await keys('ArrowDown')
    await act(async () => window.dispatchEvent(new Event('resize')))
    await act(async () => box().click())
    await act(async () => the('#it-option-3').dispatchEvent(new MouseEvent('mousemove', { bubbles: true })))
    expect(pointed()).toBe('D')
    await blur()
    expect(chosen).not.toHaveBeenCalled()
  })

  test.each<[written: string, left: ComboboxItem | null, shows: string]>([
    ['c', letters[2] ?? null, 'C'],
    ['', null, ''],
    ['  ', null, ''],
  ])('leaving with %j typed is an answer', async (written, left, shows) => {
    await draw({ chosen: letters[0] ?? null })
    await type(box(), written)
    await blur()
    expect(chosen.mock.calls).toEqual([[left]])
    expect(box().value).toBe(shows)
  })

  test('text that is no entry stays when the box is left, and changes no answer', async () => {
    await draw({ chosen: letters[0] ?? null })
    await type(box(), 'Atlantis')
    expect(left).not.toHaveBeenCalled()
    await blur()
    expect(chosen).not.toHaveBeenCalled()
    expect([box().value, isOpen()]).toEqual(['Atlantis', false])
    expect(left.mock.calls).toEqual([['Atlantis']])
    expect(typed.mock.calls).toEqual([['Atlantis'], [undefined]]) // every entry is offered again
    await act(async () => box().focus())
    await blur()
    expect([box().value, left.mock.calls.length]).toEqual(['Atlantis', 1])
  })

  test.each<[how: string, change: () => Promise<void>, shows: string]>([
    ['typing', () => type(box(), 'Atl'), 'Atl'],
    ['Escape', () => keys('Escape'), 'A'],
    ['choosing', () => keys('ArrowDown', 'ArrowDown', 'Enter'), 'B'],
    ['Clear', () => press('button[aria-label="Clear"]'), ''],
  ])('that text is replaced by %s', async (_, change, shows) => {
    await draw({ chosen: letters[0] ?? null })
    await type(box(), 'Atlantis')
    await blur()
    await act(async () => box().focus())
    await change()
    expect(left).toHaveBeenLastCalledWith(undefined)
    expect(box().value).toBe(shows)
  })

  test('Escape closes the list and keeps the answer; once closed it does nothing', async () => {
    await draw({ chosen: letters[0] ?? null })
    await type(box(), 'x')
    await keys('Escape')
    expect([box().value, isOpen()]).toEqual(['A', false])
    await keys('Escape')
    expect(chosen).not.toHaveBeenCalled()
    expect(box().value).toBe('A')
  })

  test('Enter in an emptied box chooses nothing', async () => {
    await draw({ chosen: letters[0] ?? null })
    await type(box(), '')
    await keys('Enter')
    expect(chosen.mock.calls).toEqual([[null]])
    expect([box().value, isOpen()]).toEqual(['', false])
  })

  test('a button opens the empty box and clears the chosen one', async () => {
    await draw({})
    await press('button[aria-label="Show choices"]')
    expect([isOpen(), document.activeElement]).toEqual([true, box()])
    await press('#it-option-0')
    await press('button[aria-label="Clear"]')
    expect(chosen).toHaveBeenLastCalledWith(null)
    expect([box().value, document.activeElement]).toEqual(['', box()])
  })

  test('text that the browser fills in is an answer if it names an entry', async () => {
    await draw({})
    await type(box(), 'd')
    await act(async () => {
      box().blur()
    })
    chosen.mockClear()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), 'e')
    await act(async () => box().dispatchEvent(new Event('input', { bubbles: true })))
    expect(chosen.mock.calls).toEqual([[letters[4]]])
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), 'Atlantis')
    await act(async () => box().dispatchEvent(new Event('input', { bubbles: true })))
    expect(chosen).toHaveBeenCalledTimes(1)
    expect([box().value, left.mock.lastCall]).toEqual(['Atlantis', ['Atlantis']])
    expect([isOpen(), document.activeElement === box()]).toEqual([false, false])
  })
})

describe('the list closes', () => {
  const happens = (event: string) => act(async () => window.dispatchEvent(new Event(event)))

  test.each([
    ['blur', '4.select.1'],
    ['resize', '4.select.2'],
  ])('at the window’s %s, and what is typed stays', async (event, id) => {
    await draw({ chosen: letters[0] ?? null })
    await type(box(), 'x')
    await happens(event)
    expect([isOpen(), box().value], proves(id)).toEqual([false, 'x'])
    expect(chosen).not.toHaveBeenCalled()
    expect(left).not.toHaveBeenCalled()
    await blur()
    expect(left.mock.calls).toEqual([['x']])
  })

  test('but not for the keyboard of a touch screen', async () => {
    const coarse = vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia('all'), matches: true })
    await draw({})
    await click()
    await happens('resize')
    expect(isOpen()).toBe(true)
    coarse.mockRestore()
  })
})

describe('a list without entries', () => {
  test.each([
    [{}, 'No options', 'No options'],
    [{ loading: true }, 'Loading...', ''],
  ])('%j says %s, and "%s" to screen readers', async (given, words, announced) => {
    await draw({ entries: [], ...given })
    await type(box(), 'mon')
    expect(wordsOf(the('[role=listbox] + p')), proves('9.searchable.4')).toBe(words)
    expect(wordsOf(the('[aria-live=polite]'))).toBe(announced)
    expect(the('[role=listbox]').hidden).toBe(true)
    expect(box().hasAttribute('aria-activedescendant')).toBe(false)
    await keys('Enter')
    expect([isOpen(), box().value]).toEqual([true, 'mon'])
    expect(chosen).not.toHaveBeenCalled()
  })
})

describe('free text', () => {
  test('is offered last and chosen unchanged', async () => {
    await draw({ entries: schools, creatable: true })
    await type(box(), ' mon ')
    expect(offered(), proves('9.searchable.5')).toEqual(['Montana TechButte, Montana', "Create 'mon'"])
    expect(wordsOf(the('mark'))).toBe('Mon')
    await press('#it-option-1')
    expect(chosen.mock.calls).toEqual([[{ value: 'mon', label: 'mon', created: 'chosen' }]])
    expect(box().value).toBe('mon')
  })

  test.each<[string, Partial<ComboboxProps>]>([
    ['', {}],
    ['montana tech', {}],
    ['mon', { loading: true }],
    ['mon', { creatable: false }],
  ])('is not offered for %j with %j', async (text, given) => {
    await draw({ entries: schools, creatable: true, ...given })
    await click()
    await type(box(), text)
    expect(offered()).toEqual(['Montana TechButte, Montana'])
  })

  const own = (text: string) => ({ value: text, label: text, created: 'left' as const })

  test.each<[how: string, end: () => Promise<void>]>([
    ['leaving', blur],
    ['Enter', () => keys('Enter')],
    ['Escape', () => keys('Escape')],
    ['leaving the window', () => act(async () => void window.dispatchEvent(new Event('blur')))],
  ])('is taken by %s, although an entry begins with it', async (_, end) => {
    await draw({ entries: schools, creatable: true })
    await type(box(), ' mon ')
    await end()
    expect(chosen.mock.calls).toEqual([[own('mon')]])
    expect([box().value, isOpen()]).toEqual(['mon', false])
  })

  test('is used unchanged even if an entry has the same text', async () => {
    await draw({ entries: schools, creatable: true })
    await type(box(), 'montana tech')
    await blur()
    expect(chosen.mock.calls).toEqual([[own('montana tech')]])
  })

  test('is replaced by an entry that was highlighted by key', async () => {
    await draw({ entries: schools, creatable: true })
    await type(box(), 'mon')
    await keys('ArrowDown', 'Enter')
    expect(chosen.mock.calls).toEqual([[schools[0]]])
  })

  test('a highlighted entry is not chosen after the entries have changed', async () => {
    const other = { value: '3', label: 'Monmouth' }
    await draw({ entries: schools, creatable: true })
    await type(box(), 'mon')
    await keys('ArrowDown')
    await redraw({ entries: [other, ...schools], creatable: true })
    expect(box().hasAttribute('aria-activedescendant')).toBe(false)
    await keys('Enter')
    expect(chosen.mock.calls).toEqual([[own('mon')]])
  })

  test('empty text is an answer too, and clearing chooses nothing', async () => {
    await draw({ entries: [], creatable: true, chosen: own('mon') })
    await type(box(), '')
    await blur()
    expect(chosen.mock.calls).toEqual([[own('')]])
    await type(box(), 'x')
    await blur()
    await press('button[aria-label="Clear"]')
    expect(chosen).toHaveBeenLastCalledWith(null)
  })

  test('shows nothing before anything is typed, and a quiet box only what it found', async () => {
    await draw({ entries: [], creatable: true })
    await click()
    expect([isOpen(), box().parentElement?.querySelector('button')]).toEqual([false, null])
    expect(box().placeholder).toBe('')
    await remove()
    await draw({ entries: [], creatable: true, quiet: true })
    await type(box(), '12 Elm St')
    expect([isOpen(), offered()]).toEqual([false, []])
    await remove()
    await draw({ entries: schools, creatable: true, quiet: true })
    await type(box(), '12 Elm St')
    expect(offered()).toEqual(['Montana TechButte, Montana', "Create '12 Elm St'"])
  })
})

test('typing right after Escape or a choice starts over', async () => {
  await draw({})
  await type(box(), 'x')
  let seen: string[] = []
  await act(async () => {
    for (const key of ['Escape', 'ArrowDown', 'Enter']) {
      flushSync(() => box().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
      seen = [...seen, box().value]
    }
  })
  expect(seen).toEqual(['', '', 'A'])
})
