// @vitest-environment happy-dom
import { act, type ReactNode, useLayoutEffect } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { entry, months, monthYear, numbered, repeated, school } from '../../../engine/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { focusQuestion } from '../controls/focus-question.ts'
import { drawItems, type drawPage, press, the, type, wordsOf } from '../drawn-for-test.tsx'
import { lazyLookupFields } from '../lookup/lazy-boxes.ts'
import { PageItems } from '../page/page-items.tsx'

beforeAll(() => Promise.all([preloadLazyCode(), lazyLookupFields.preload()]))
let drawn: Awaited<ReturnType<typeof drawPage>>
afterEach(() => drawn.remove())
afterEach(() => vi.unstubAllGlobals())

const years = [
  ['', '--'],
  ['2022', '2022'],
] as const
const colleges = repeated('colleges', 'Every college, the latest first', numbered('college', 4), 'College {entry}', [
  school('College', 'college_ceeb', [
    entry.text('name', 'Name', { role: 'name', required: true }),
    entry.code('ceeb', 'Code', { role: 'ceeb' }),
    entry.text('city', 'City', { role: 'city' }),
  ]),
  monthYear('From', entry.choice('month', 'Month', months), entry.choice('year', 'Year', years)),
  entry.text('rank', 'Rank', { rules: [{ rule: 'number' }] }),
  entry.upload('transcript', 'Transcript'),
])
const first = { college_name: 'Vik', college_city: 'Oslo', college_year: '2022' }
const second = { college_2_name: 'Skyview', college_2_city: 'Billings', college_2_year: '2022' }
const two = { ...first, ...second }
const draw = (answer: Record<string, string>, more: Parameters<typeof drawItems>[1] = {}) =>
  drawItems([colleges], { answer, ...more }).then((done) => {
    drawn = done
  })
const part = (number: number) => the(`[data-entry="${number}"]`)
const foldedAway = () =>
  [...document.querySelectorAll<HTMLElement>('[data-entry]')].flatMap((each) =>
    each.querySelector('[hidden="until-found"]') ? [Number(each.dataset.entry)] : [],
  )
/** Leads to a question before any effect but layout has run. */
function Led({ children }: { children: ReactNode }) {
  useLayoutEffect(() => void focusQuestion('college_2_rank'), [])
  return children
}
const pressIn = (number: number, words: RegExp) =>
  act(async () => [...part(number).querySelectorAll('button')].find((each) => words.test(wordsOf(each)))?.click())
const click = (key: string) => act(async () => the(`[id="${key}"]`).click())

test('the question of the block is on the screen, and the button says what it adds', async () => {
  await draw({})
  expect(wordsOf(the('legend'))).toBe('Every college, the latest first')
  expect(wordsOf(the('button[data-leads-to]'))).toBe('Add another college')
})

test('the buttons for a file are named by their entry', async () => {
  await draw({ college_2_rank: 'x' })
  const names = [...document.querySelectorAll('label:has(input[type=file])')].map(wordsOf)
  expect(names).toEqual(['Choose a file for Transcript, College 1', 'Choose a file for Transcript, College 2'])
})

describe('when the page opens', () => {
  test('complete entries are a line with their name, place, dates and documents', async () => {
    await draw({ ...two, college_transcript: 'ANSWERED' })
    expect(foldedAway()).toEqual([1, 2])
    expect(wordsOf(part(1))).toMatch(/^College 1Edit College 1VikOslo2022Transcript attached/)
    expect(wordsOf(part(2))).toMatch(/^College 2Edit College 2Remove College 2SkyviewBillings2022No transcript/)
  })

  test('an entry of which only the name is known is open', async () => {
    await draw({ ...two, college_city: '' })
    expect(foldedAway()).toEqual([2])
  })

  test('an entry without answers is open, and so is one with a problem', async () => {
    await draw({})
    expect(foldedAway()).toEqual([])
    await drawn.remove()
    await draw({ ...two, college_2_name: '', college_2_rank: 'x' })
    expect(foldedAway()).toEqual([1])
  })

  test('an entry in which a file is uploading is open', async () => {
    await draw(two, { documents: { isUploading: (keys) => keys.includes('college_2_transcript') } })
    expect(foldedAway()).toEqual([1])
  })
})

describe('an entry folds', () => {
  test('when the person goes on to another, and not while they are in it', async () => {
    vi.stubGlobal('fetch', async () => Response.json([])) // the search for the school answers
    await draw({ ...first, college_name: '', ...second, college_2_rank: 'x' })
    await click('college_name')
    await type(the('#college_name'), 'Vik')
    await act(async () => drawn.store.commit('college_name'))
    await click('college_rank')
    expect(foldedAway()).toEqual([])
    await act(async () => the('#college_2_rank').focus())
    expect(foldedAway(), 'focus alone moves nothing, because a finger may be down').toEqual([])
    await click('college_2_rank')
    expect(foldedAway()).toEqual([1])
  })

  test('by keyboard as well', async () => {
    await draw({ ...two, college_2_rank: 'x' })
    await pressIn(1, /^Edit/)
    expect(foldedAway()).toEqual([])
    await act(async () =>
      the('#college_2_rank').dispatchEvent(new KeyboardEvent('keyup', { key: 'Tab', bubbles: true })),
    )
    expect(foldedAway()).toEqual([1])
  })

  test('but not while it has a problem', async () => {
    await draw({ ...first, college_rank: 'x', college_2_rank: 'x' })
    await click('college_rank')
    await click('college_2_rank')
    expect(foldedAway()).toEqual([])
  })

  test('without moving what is under the finger', async () => {
    await draw({ ...first, college_2_rank: 'x' })
    await pressIn(1, /^Edit/)
    let top = 900
    vi.spyOn(part(2), 'getBoundingClientRect').mockImplementation(() => {
      const rect = new DOMRect(0, top, 0, 0)
      top = 300 // what is above is shorter by now
      return rect
    })
    const scrolled = vi.spyOn(window, 'scrollBy')
    await click('college_2_rank')
    expect(scrolled).toHaveBeenCalledWith(0, -600)
    scrolled.mockRestore()
  })

  test('when another is added, which takes the focus', async () => {
    await draw(first)
    await pressIn(1, /^Edit/)
    await press('button[data-leads-to]')
    expect([foldedAway(), document.activeElement?.id]).toEqual([[1], 'college_2_name'])
  })

  test('when the person has finished editing; the focus stays at its buttons', async () => {
    await draw(two)
    await pressIn(2, /^Edit/)
    await pressIn(2, /^Done/)
    expect(foldedAway()).toEqual([1, 2])
    expect(wordsOf(document.activeElement ?? document.body)).toBe('Edit College 2')
  })
})

describe('a folded entry opens', () => {
  test('by Edit, with the focus in its first field', async () => {
    await draw(two)
    await pressIn(2, /^Edit/)
    expect([foldedAway(), document.activeElement?.id]).toEqual([[1], 'college_2_name'])
  })

  test('for a link to one of its questions', async () => {
    await draw(two)
    await act(async () => void focusQuestion('college_2_rank'))
    expect([foldedAway(), document.activeElement?.id]).toEqual([[1], 'college_2_rank'])
  })

  test('for a link that leads to one as soon as it is on the page', async () => {
    await draw(two, {
      draw: (page) => (
        <Led>
          <PageItems page={page} />
        </Led>
      ),
    })
    expect([foldedAway(), document.activeElement?.id]).toEqual([[1], 'college_2_rank'])
    await act(async () => drawn.store.receive({ answer: { college_rank: 'x' } })) // opens the first, and draws both again
    expect(foldedAway()).toEqual([])
  })

  test('for the search of the browser', async () => {
    await draw(two)
    await act(async () => the('#college_city').dispatchEvent(new Event('beforematch', { bubbles: true })))
    expect(foldedAway()).toEqual([2])
  })

  test('when it has a problem', async () => {
    await draw(two)
    await act(async () => drawn.store.receive({ answer: { college_2_rank: 'x' } }))
    expect(foldedAway()).toEqual([1])
  })
})

test('removing an entry leaves those after it as they were', async () => {
  const answer = {
    ...two,
    college_3_rank: 'x',
    college_4_name: 'Fourth',
    college_4_city: 'Here',
    college_4_year: '2022',
  }
  await draw(answer, {
    actions: (store) => ({
      removeEntry: async () =>
        store.receive({
          answer: {
            college_3_city: 'Here',
            college_3_year: '2022',
            college_2_name: '',
            college_2_rank: 'x',
            college_3_rank: '',
            college_3_name: 'Fourth',
            college_4_name: '',
            college_4_city: '',
            college_4_year: '',
          },
        }),
    }),
  })
  expect(foldedAway()).toEqual([1, 2, 4])
  await pressIn(2, /^Remove/)
  await act(async () =>
    [...the('[role=dialog]').querySelectorAll('button')].find((each) => wordsOf(each) === 'Remove')?.click(),
  )
  expect(foldedAway()).toEqual([1, 3])
})
