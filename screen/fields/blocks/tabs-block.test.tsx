// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { tabs, text } from '../../../engine/index.ts'
import { fetchFloatingParts } from '../../parts/index.ts'
import { drawItems, type drawPage, keyDown, press, the, wordsOf } from '../drawn-for-test.tsx'

let drawn: Awaited<ReturnType<typeof drawPage>>
afterEach(() => drawn.remove())

const proof = tabs(
  'proof',
  'Proof',
  { id: 'licence', label: 'Licence', items: [text('licence', 'Number')] },
  { id: 'card', label: 'Card', items: [text('card', 'Number')] },
  { id: 'paper', label: 'Paper', items: [text('paper', 'Which?')] },
)
const list = () => [...document.querySelectorAll<HTMLElement>('[role=tab]')]
const tab = (words: string) => list().find((each) => wordsOf(each) === words) ?? the('none')
const shown = () => document.querySelector('input')?.id

test('[2.widgets.16] [3.state.3] the first tab is the default, and a press chooses another', async () => {
  drawn = await drawItems([proof])
  expect(shown()).toBe('licence')
  expect(list().map((each) => [each.getAttribute('aria-selected'), each.tabIndex])).toEqual([
    ['true', 0],
    ['false', -1],
    ['false', -1],
  ])
  await press(`[id="${tab('Card').id}"]`)
  expect(shown()).toBe('card')
  const panel = the('[role=tabpanel]')
  expect(panel.getAttribute('aria-labelledby')).toBe(tab('Card').id)
  expect(tab('Card').getAttribute('aria-controls')).toBe(panel.id)
  expect(tab('Card').getAttribute('aria-selected')).toBe('true')
})

test('arrow keys only move the focus, round and round: leaving a tab clears answers', async () => {
  drawn = await drawItems([proof])
  tab('Licence').focus()
  for (const [key, focused] of [
    ['ArrowRight', 'Card'],
    ['End', 'Paper'],
    ['ArrowRight', 'Licence'],
    ['ArrowLeft', 'Paper'],
    ['Home', 'Licence'],
  ] as const) {
    await keyDown(the('[role=tablist]'), key)
    expect(document.activeElement?.textContent).toBe(focused)
  }
  expect(shown()).toBe('licence')
})

test('the chosen tab asks nobody, and one choice is made at a time', async () => {
  const chooseTab = vi.fn(() => new Promise<void>(() => {}))
  drawn = await drawItems([proof], { actions: () => ({ chooseTab }) })
  await press('[role=tab]')
  expect(chooseTab).not.toHaveBeenCalled()
  await press(`[id="${tab('Card').id}"]`)
  await press(`[id="${tab('Paper').id}"]`)
  expect(chooseTab).toHaveBeenCalledTimes(1)
  expect(chooseTab).toHaveBeenCalledWith(expect.objectContaining({ id: 'proof' }), 'card')
})

describe('when the group holds an answer', () => {
  beforeAll(fetchFloatingParts)
  const dialog = () => document.querySelector('[role=dialog][data-state=open]')
  const answer = async (words: string) =>
    act(async () => [...(dialog()?.querySelectorAll('button') ?? [])].find((each) => wordsOf(each) === words)?.click())

  test('a switch asks first, and then clears', async () => {
    const chooseTab = vi.fn(async (_: unknown, id: string) => {
      drawn.store.receive({ answer: { licence: '' } })
      drawn.store.chooseTab('proof', id)
    })
    drawn = await drawItems([proof], { answer: { licence: '7' }, actions: () => ({ chooseTab }) })
    await press(`[id="${tab('Card').id}"]`)
    expect(wordsOf(the('[role=dialog]'))).toBe(
      'Change to Card?What you gave for Proof so far will be removed.ChangeStay',
    )
    expect([shown(), chooseTab.mock.calls]).toEqual(['licence', []])
    await answer('Change')
    expect([shown(), dialog()]).toEqual(['card', null])
    await press(`[id="${tab('Paper').id}"]`)
    expect([shown(), dialog()]).toEqual(['paper', null]) // nothing is left to ask about
  })

  test('nothing happens when the person stays', async () => {
    const chooseTab = vi.fn(async () => {})
    drawn = await drawItems([proof], { answer: { licence: '7' }, actions: () => ({ chooseTab }) })
    await press(`[id="${tab('Card').id}"]`)
    await answer('Stay')
    expect([shown(), dialog(), chooseTab.mock.calls]).toEqual(['licence', null, []])
  })
})

test('[4.tabs.7] [6.anonymous.7] signed out, there is the default content and nothing to switch', async () => {
  drawn = await drawItems([proof], {
    actions: (store) => {
      store.chooseTab('proof', 'card')
      return { signedIn: false }
    },
  })
  expect(shown()).toBe('licence')
  expect(list()).toEqual([])
  expect(wordsOf(the('legend'))).toBe('Proof')
})
