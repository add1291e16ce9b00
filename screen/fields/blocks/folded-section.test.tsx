// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { section, text, tick, tickGroup } from '../../../engine/index.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { focusQuestion, focusSection } from '../controls/focus-question.ts'
import { drawItems, type drawPage, the, type, wordsOf } from '../drawn-for-test.tsx'

beforeAll(preloadLazyCode)
let drawn: Awaited<ReturnType<typeof drawPage>>
const phone = { matches: true, turned: new Set<() => void>() }
beforeEach(() => {
  phone.matches = true
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query)
    if (query !== '(width < 675px)') return list
    vi.spyOn(list, 'addEventListener').mockImplementation((_: string, turned: unknown) => {
      if (typeof turned === 'function') phone.turned.add(() => turned())
    })
    return Object.defineProperty(list, 'matches', { value: phone.matches })
  })
})
afterEach(async () => {
  await drawn.remove()
  phone.turned.clear()
  vi.restoreAllMocks()
})

const you = section('you', 'You', [text('first', 'First', { required: true }), text('last', 'Last')], {
  note: 'Hello.',
})
const school = section('school', 'School', [text('college', 'College', { required: true })])
const extra = section('extra', 'Extra', [text('extra', 'Extra', { required: true })])
const draw = async (answer: Record<string, string>) => {
  drawn = await drawItems([you, school, extra], { answer })
}
const foldedAway = () =>
  [...document.querySelectorAll<HTMLElement>('[data-section]')].flatMap((each) =>
    each.querySelector('[hidden="until-found"]') ? [each.dataset.section] : [],
  )
const both = { first: 'Ann', last: 'Lee', college: 'Vik' }
const click = (key: string) => act(async () => the(`[id="${key}"]`).click())
const edit = (id: string) =>
  act(async () =>
    [...the(`[data-section="${id}"]`).querySelectorAll('button')].find((each) => /^Edit/.test(wordsOf(each)))?.click(),
  )

describe('on a phone', () => {
  test('finished sections are a line of their answers when the page opens, others are open', async () => {
    await draw(both)
    expect(foldedAway()).toEqual(['you', 'school'])
    expect(wordsOf(the('[data-section=you]'))).toMatch(/^YouEdit YouHello.Ann · Lee/)
    await drawn.remove()
    await draw({ ...both, college: '' })
    expect(foldedAway()).toEqual(['you'])
  })

  test('a section folds once the person has gone on to another, and not before', async () => {
    await draw({})
    await click('first')
    await type(the('#first'), 'Ann')
    await act(async () => drawn.store.commit('first'))
    await click('last')
    await act(async () => the('#college').focus())
    expect(foldedAway()).toEqual([])
    await click('college')
    expect(foldedAway()).toEqual(['you'])
  })

  test('by keyboard as well, but not while something is missing', async () => {
    await draw({ first: 'Ann' })
    const tab = (key: string) =>
      act(async () => the(`#${key}`).dispatchEvent(new KeyboardEvent('keyup', { key: 'Tab', bubbles: true })))
    await tab('college')
    await tab('extra')
    expect(foldedAway()).toEqual(['you'])
    await edit('you')
    await tab('first')
    await tab('extra')
    expect(foldedAway()).toEqual(['you'])
  })

  test('Edit opens it with the focus in its first field', async () => {
    await draw(both)
    await edit('you')
    expect([foldedAway(), document.activeElement?.id]).toEqual([['school'], 'first'])
  })

  test('a link to a question, the map and the search of the browser open it', async () => {
    await draw(both)
    await act(async () => void focusQuestion('last'))
    expect([foldedAway(), document.activeElement?.id]).toEqual([['school'], 'last'])
    await act(async () => focusSection('school'))
    expect([foldedAway(), wordsOf(document.activeElement ?? document.body)]).toEqual([[], 'School'])
    await drawn.remove()
    await draw(both)
    await act(async () => the('#college').dispatchEvent(new Event('beforematch', { bubbles: true })))
    expect(foldedAway()).toEqual(['you'])
  })

  test('the section that is signed never folds, so that Submit stays on the page', async () => {
    const mine = tickGroup('Sign', [tick('mine', 'It is true.', { required: true })], { signature: true })
    const about = text('about', 'About')
    drawn = await drawItems([section('end', 'End', [about, mine]), school], {
      answer: { about: 'Me', mine: 'true', college: 'Vik' },
    })
    expect(foldedAway()).toEqual(['school'])
    await click('about')
    await edit('school')
    expect(foldedAway()).toEqual([])
  })

  test('a problem opens it', async () => {
    await draw(both)
    await act(async () => drawn.store.receive({ answer: { college: '' } }))
    expect(foldedAway()).toEqual(['you'])
  })
})

describe('an optional section', () => {
  const aid = section('aid', 'Aid', [text('aid', 'Aid number')], { note: 'It can save you money.' })
  const drawWith = async (answer: Record<string, string>) => {
    drawn = await drawItems([you, aid, school], { answer })
  }
  const answerIt = () => act(async () => the('[data-section="aid"] button').click())

  test.each([['on a phone', true] as const, ['on a wide screen', false] as const])(
    'is a line that says what it is good for until it is opened, and stays open, %s',
    async (_, isPhone) => {
      phone.matches = isPhone
      await drawWith({})
      expect(foldedAway()).toEqual(['aid'])
      expect(wordsOf(the('[data-section=aid]'))).toMatch(
        /^Aid \(optional\)Answer Aid \(optional\)It can save you money\./,
      )
      const described = the('[data-section="aid"] button').getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(described)?.textContent).toBe('It can save you money.')
      await answerIt()
      expect([foldedAway(), document.activeElement?.id]).toEqual([[], 'aid'])
      await click('college')
      expect(foldedAway()).toEqual([])
    },
  )

  test('is open where it has an answer or a problem, and does not close when the answer goes', async () => {
    phone.matches = false
    await drawWith({ aid: '7' })
    expect(foldedAway()).toEqual([])
    await act(async () => drawn.store.receive({ answer: { aid: '' } }))
    expect(foldedAway()).toEqual([])
  })

  test('opens for a link to a question in it, and for an answer that comes from elsewhere', async () => {
    await drawWith({})
    await act(async () => void focusQuestion('aid'))
    expect([foldedAway(), document.activeElement?.id]).toEqual([[], 'aid'])
    await drawn.remove()
    phone.matches = false
    await drawWith({})
    await act(async () => drawn.store.receive({ answer: { aid: '7' } }))
    expect(foldedAway()).toEqual([])
  })
})

test('nothing folds on a wider screen, nor around the focus when it becomes narrow', async () => {
  phone.matches = false
  await draw(both)
  expect(foldedAway()).toEqual([])
  the('#college').focus()
  phone.matches = true
  await act(async () => {
    for (const turned of phone.turned) turned()
  })
  expect(foldedAway()).toEqual(['you'])
})
