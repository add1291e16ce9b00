// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyApplication, entry, form, numbered, page, repeated, tabs, text } from '../../../../engine/index.ts'
import { proves } from '../../../../testing/proves.ts'
import { CallError, call } from '../../../client/index.ts'
import { type BlockActions, createApplicationStore } from '../../../fields/index.ts'
import type { OwnToast } from '../../../parts/index.ts'
import { createBlockActions } from './block-actions.ts'

const colleges = repeated('colleges', 'College', numbered('college', 3), 'College {entry}', [
  entry.text('name', 'Name'),
  entry.upload('transcript', 'Transcript'),
])
const proof = tabs(
  'proof',
  'Proof',
  { id: 'card', label: 'Card', items: [text('card', 'Number')] },
  { id: 'paper', label: 'Paper', items: [text('paper', 'Which?')] },
)
const asked = form('1', [page('about', 'About', [colleges, proof])])
const stored = {
  ...emptyApplication,
  answer: { college_name: 'A', college_2_name: 'B', college_3_name: 'C', card: '7' },
  add_another: { colleges: 3 },
  tabs: { proof: 'card' },
}

const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
const replying = (body: object, status = 200) =>
  fetched.mockResolvedValue(
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
const sent = () => fetched.mock.calls.map(([path, { method, body }]) => [`${method} ${path}`, JSON.parse(String(body))])
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

function made({ signedIn = true, flushed = true } = {}) {
  const store = createApplicationStore({ form: asked, application: stored, today: '2026-11-21' })
  const changed = vi.fn()
  const toast = { show: vi.fn<OwnToast['show']>(), close: vi.fn() }
  const reload = vi.fn(async () => {})
  const queue = {
    state: () => ({ kind: 'quiet' }) as const,
    subscribe: () => () => {},
    changed,
    flush: async () => true,
    unsaved: () => [],
    refused: () => [],
    orders: () => ({}),
    restore: () => {},
    sendBeforeLeaving: () => {},
    empty: () => {},
  }
  const acknowledge = vi.fn()
  const blockOrder = (id: string) => ({ device: 'phone001', keys: { [id]: { number: 7, over: 4 } } })
  const save = async () => {
    if (!flushed) throw new CallError('offline', 0, 'Your answers could not be saved first.')
  }
  return {
    store,
    changed,
    toast,
    reload,
    acknowledge,
    actions: createBlockActions({
      applicant: { store, queue, save, acknowledge, call, blockOrder, open: () => {} },
      documents: { reload },
      signedIn,
      toast,
    }),
  }
}

describe('signed in', () => {
  test('adding sends the server the new count', async () => {
    replying({ message: 'Saved.', revision: 1, answer: {} })
    const { store, actions } = made()
    await actions.addEntry(colleges, 3)
    expect(sent(), proves('7.add-another.1')).toEqual([
      ['PUT /api/add-another', { button_id: 'colleges', num_components: 3 }],
    ])
    expect(store.current().add_another).toEqual({ colleges: 3 })
  })

  test('removing names the entry, and the answers move as on the server', async () => {
    replying({ message: 'Saved.', revision: 2, answer: { college_2_name: 'C', college_3_name: '' } })
    const { store, changed, actions } = made()
    await actions.removeEntry(colleges, 2)
    expect(sent()).toEqual([['PUT /api/add-another', { button_id: 'colleges', num_components: 2, removed: 2 }]])
    expect(store.current()).toMatchObject({
      answer: { college_name: 'A', college_2_name: 'C', college_3_name: '' },
      add_another: { colleges: 2 },
    })
    expect(changed).toHaveBeenCalledWith([], 'commit')
  })

  test('an answer that the server refused moves too, and is sent under its new key', async () => {
    replying({ message: 'Saved.', revision: 1, answer: {} }) // the server has neither B nor C
    const { store, changed, actions } = made()
    await actions.removeEntry(colleges, 2)
    expect(store.current().answer).toMatchObject({ college_2_name: 'C', college_3_name: '' })
    expect(changed).toHaveBeenCalledWith(['college_2_name', 'college_3_name'], 'commit')
  })

  test('choosing a tab saves it and empties what the server cleared', async () => {
    replying({ message: 'Saved.', revision: 2, cleared: ['card'] })
    const { store, actions } = made()
    await actions.chooseTab(proof, 'paper')
    expect(sent(), proves('4.tabs.4', '7.tabs.1')).toEqual([
      ['PUT /api/tabs', { tab_id: 'proof', chosen_tab: 'paper' }],
    ])
    expect(store.current(), proves('4.tabs.5')).toMatchObject({
      answer: { card: '', college_name: 'A' },
      tabs: { proof: 'paper' },
    })
  })

  test.each([
    ['adding', 'addEntry', 'Error adding another college', ['8.add-another.1']],
    ['removing', 'removeEntry', 'Error removing College 2', []],
    ['changing the tab', 'chooseTab', 'Error handling tabs for Proof', ['8.tabs.1']],
  ] as const)("%s that fails changes nothing and shows the server's message", async (_, action, title, ids) => {
    replying({ message: 'You can’t add any more here.', code: 'too_many_entries' }, 400)
    const { store, toast, actions } = made()
    await {
      addEntry: () => actions.addEntry(colleges, 2),
      removeEntry: () => actions.removeEntry(colleges, 2),
      chooseTab: () => actions.chooseTab(proof, 'paper'),
    }[action]()
    expect(store.current()).toBe(stored)
    expect(toast.show).toHaveBeenCalledOnce()
    expect(toast.show.mock.lastCall?.[0], proves(...ids)).toMatchObject({
      severity: 'error',
      title,
      text: 'You can’t add any more here.',
    })
  })

  test.each([
    ['removing', (actions: BlockActions) => actions.removeEntry(colleges, 2)],
    ['changing the tab', (actions: BlockActions) => actions.chooseTab(proof, 'paper')],
  ])('%s where another device has changed the block shows what that device did', async (_, act) => {
    replying({ message: 'It was changed.', code: 'changed_elsewhere', revision: 9 }, 409)
    const { store, toast, acknowledge, actions } = made()
    await act(actions)
    expect(store.current()).toBe(stored)
    expect(toast.show).toHaveBeenCalledOnce()
    expect(acknowledge).toHaveBeenCalledExactlyOnceWith({ previous_revision: 9, revision: 9 })
  })

  test('the documents of later entries move with their answers', async () => {
    const third = { file_name: 'third.pdf', file_size: 3 }
    replying({ message: 'Saved.', revision: 2, answer: { college_2_transcript: 'ANSWERED', college_3_transcript: '' } })
    const { store, actions } = made()
    store.receive({ answer: { college_3_transcript: 'ANSWERED' }, document_answer: { college_3_transcript: third } })
    await actions.removeEntry(colleges, 2)
    expect(store.current()).toMatchObject({
      answer: { college_2_transcript: 'ANSWERED', college_3_transcript: '' },
      document_answer: { college_2_transcript: third },
    })
    expect(Object.keys(store.current().document_answer)).toEqual(['college_2_transcript'])
  })

  test('a conversion that is running elsewhere prevents the change of tab without an error', async () => {
    replying({ message: 'Please wait.', code: 'conversion_running' }, 409)
    const { store, toast, actions } = made()
    expect(await actions.chooseTab(proof, 'paper'), proves('4.tabs.1')).toBe(false)
    expect([store.current(), toast.show.mock.calls], proves('4.tabs.1')).toEqual([stored, []])
  })

  test('closing an error of tabs loads the documents of the group again', async () => {
    replying({ message: 'No.', code: 'unexpected' }, 500)
    const { toast, reload, actions } = made()
    expect(await actions.chooseTab(proof, 'paper')).toBe(true)
    expect(reload).not.toHaveBeenCalled()
    toast.show.mock.lastCall?.[0].onClose?.()
    expect(reload, proves('8.tabs.2')).toHaveBeenCalledExactlyOnceWith(['card', 'paper'])
  })

  test('nothing moves while answers are unsaved', async () => {
    const { store, toast, actions } = made({ flushed: false })
    await actions.removeEntry(colleges, 2)
    await actions.chooseTab(proof, 'paper')
    expect([fetched.mock.calls, toast.show.mock.calls.length, store.current()]).toEqual([[], 2, stored])
  })

  test.each([
    [401, 'unauthorized'],
    [409, 'already_submitted'],
  ])('%i, %s is passed on, not shown here', async (status, code) => {
    replying({ message: 'Over.', code }, status)
    const { toast, actions } = made()
    await expect(actions.addEntry(colleges, 2)).rejects.toMatchObject({ code })
    expect(toast.show).not.toHaveBeenCalled()
  })
})

test('signed out, entries are added and removed on this device only', async () => {
  const { store, actions } = made({ signedIn: false })
  await actions.removeEntry(colleges, 1)
  expect(store.current()).toMatchObject({
    answer: { college_name: 'B', college_2_name: 'C', college_3_name: '' },
    add_another: { colleges: 2 },
  })
  await actions.addEntry(colleges, 3)
  expect(store.current().add_another).toEqual({ colleges: 3 })
  expect(fetched).not.toHaveBeenCalled()
})
