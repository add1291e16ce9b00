// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { tabs, text } from '../../../engine/index.ts'
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
