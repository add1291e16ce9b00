// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { tabs, text, upload } from '../../../engine/index.ts'
import { proves } from '../../../testing/proves.ts'
import { preloadLazyCode } from '../../parts/index.ts'
import { drawItems, type drawPage, keyDown, press, the, wordsOf } from '../drawn-for-test.tsx'
import type { DocumentActions } from '../store/document-actions.ts'

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

test('the first tab is the default, and a press chooses another', async () => {
  drawn = await drawItems([proof])
  expect(shown(), proves('3.state.3')).toBe('licence')
  expect(list().map((each) => [each.getAttribute('aria-selected'), each.tabIndex])).toEqual([
    ['true', 0],
    ['false', -1],
    ['false', -1],
  ])
  await press(`[id="${tab('Card').id}"]`)
  expect(shown(), proves('2.widgets.16')).toBe('card')
  const panel = the('[role=tabpanel]')
  expect(panel.getAttribute('aria-labelledby')).toBe(tab('Card').id)
  expect(tab('Card').getAttribute('aria-controls')).toBe(panel.id)
  expect(tab('Card').getAttribute('aria-selected')).toBe('true')
})

test('arrow keys only move the focus, in a loop, because leaving a tab clears answers', async () => {
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

test('read from right to left, the next tab is to the left', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => {
    document.documentElement.dir = ''
  })
  drawn = await drawItems([proof])
  tab('Licence').focus()
  for (const [key, focused] of [
    ['ArrowLeft', 'Card'],
    ['ArrowRight', 'Licence'],
    ['ArrowRight', 'Paper'],
  ] as const) {
    await keyDown(the('[role=tablist]'), key)
    expect(document.activeElement?.textContent).toBe(focused)
  }
})

test('pressing the chosen tab does nothing, and only one change runs at a time', async () => {
  const chooseTab = vi.fn(() => new Promise<boolean>(() => {}))
  drawn = await drawItems([proof], { actions: () => ({ chooseTab }) })
  await press('[role=tab]')
  expect(chooseTab).not.toHaveBeenCalled()
  await press(`[id="${tab('Card').id}"]`)
  await press(`[id="${tab('Paper').id}"]`)
  expect(chooseTab).toHaveBeenCalledTimes(1)
  expect(chooseTab).toHaveBeenCalledWith(expect.objectContaining({ id: 'proof' }), 'card')
})

describe('when the group holds an answer', () => {
  beforeAll(preloadLazyCode)
  const dialog = () => document.querySelector('[role=dialog][data-state=open]')
  const answer = async (words: string) =>
    act(async () => [...(dialog()?.querySelectorAll('button') ?? [])].find((each) => wordsOf(each) === words)?.click())

  test('a switch asks first, and then clears', async () => {
    const chooseTab = vi.fn(async (_: unknown, id: string) => {
      drawn.store.receive({ answer: { licence: '' } })
      drawn.store.chooseTab('proof', id)
      return true
    })
    drawn = await drawItems([proof], { answer: { licence: '7' }, actions: () => ({ chooseTab }) })
    await press(`[id="${tab('Card').id}"]`)
    expect(wordsOf(the('[role=dialog]'))).toBe(
      'Switch to Card?This will erase what you entered under Licence.SwitchStay',
    )
    expect([shown(), chooseTab.mock.calls]).toEqual(['licence', []])
    await answer('Switch')
    expect([shown(), dialog()]).toEqual(['card', null])
    await press(`[id="${tab('Paper').id}"]`)
    expect([shown(), dialog()]).toEqual(['paper', null]) // nothing left to confirm
  })

  test('nothing happens if the person cancels', async () => {
    const chooseTab = vi.fn(async () => true)
    drawn = await drawItems([proof], { answer: { licence: '7' }, actions: () => ({ chooseTab }) })
    await press(`[id="${tab('Card').id}"]`)
    await answer('Stay')
    expect([shown(), dialog(), chooseTab.mock.calls]).toEqual(['licence', null, []])
  })
})

describe('when a tab holds a file', () => {
  beforeAll(preloadLazyCode)
  const papers = tabs(
    'papers',
    'Papers',
    { id: 'visa', label: 'Visa', items: [upload('visa', 'Visa')] },
    { id: 'permit', label: 'Permit', items: [upload('permit', 'Permit')] },
  )
  const dialog = () => wordsOf(document.querySelector('[role=dialog][data-state=open]') ?? document.createElement('p'))
  const WAIT = 'File Upload in ProgressPlease wait until the file upload has completed.OK'
  const chooseTab = vi.fn(async () => true)
  const drawPapers = async (documents: Partial<DocumentActions>) => {
    chooseTab.mockClear()
    drawn = await drawItems([papers], { actions: () => ({ chooseTab }), documents })
  }
  const pressPermit = () => press(`[id="${tab('Permit').id}"]`)

  test('an upload in progress prevents the change', async () => {
    await drawPapers({ isUploading: (keys) => keys.includes('visa') })
    await pressPermit()
    const outcome = [dialog(), chooseTab.mock.calls]
    expect(outcome, proves('4.tabs.1', '4.tabs.2', '4.tabs.3')).toEqual([WAIT, []])
    await press('[role=dialog] button:not([aria-label])')
    expect(dialog()).toBe('')
  })

  test('a conversion that only the server knows of prevents the change too', async () => {
    await drawPapers({})
    chooseTab.mockResolvedValueOnce(false)
    await pressPermit()
    expect(dialog(), proves('4.tabs.1', '8.tabs.3')).toBe(WAIT)
  })
})

test('signed out, there is the default content and nothing to switch', async () => {
  drawn = await drawItems([proof], {
    actions: (store) => {
      store.chooseTab('proof', 'card')
      return { signedIn: false }
    },
  })
  expect(shown(), proves('4.tabs.7')).toBe('licence')
  expect(list(), proves('6.anonymous.7')).toEqual([])
  expect(wordsOf(the('legend'))).toBe('Proof')
})
