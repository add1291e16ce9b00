// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { made, newStorages, profile, typing } from '../applicant-for-test.ts'

const elsewhere = { first_name: 'Ana' }

/** Whether the server can be reached. It then has what another device saved, which every save is a conflict with. */
let isOnline = false
beforeEach(() => {
  isOnline = false
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('offline')
    const lists = { cleared: [], ignored: [], superseded: {}, canonical: {}, conflicts: elsewhere }
    const reply = { message: 'Saved.', previous_revision: 5, revision: 5, ...lists, saved_at: '' }
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

/**
 * Two tabs of one account, in each of which the same answer was typed offline. One of them then hears of the conflict
 * and leaves it undecided; the other logs in again, finds that conflict on the device, and hears of its own.
 */
async function conflictAfter(waiting: 'first' | 'last', heard: 'first' | 'last') {
  const storages = newStorages()
  const tabs = { first: made(storages), last: made(storages) }
  for (const tab of [tabs.first, tabs.last]) tab.show(profile)
  typing(tabs.first, { first_name: 'Typed first' })
  typing(tabs.last, { first_name: 'Typed last' })
  isOnline = true
  await tabs[waiting].queue.flush()
  expect(tabs[waiting].conflicts.get(), 'the conflict that waits').toEqual({ first_name: `Typed ${waiting}` })
  isOnline = false
  tabs[heard].show({ ...profile, answer: elsewhere })
  expect(tabs[heard].conflicts.get(), 'the conflict on the device').toEqual({ first_name: `Typed ${waiting}` })
  expect(tabs[heard].queue.unsaved(), 'what this tab has not saved').toEqual(['first_name'])
  isOnline = true
  await tabs[heard].queue.flush()
  expect(tabs[heard].queue.unsaved(), 'what this tab has not saved').toEqual([])
  expect(tabs[heard].store.current().answer, 'what the server has is on the screen').toMatchObject(elsewhere)
  return tabs[heard].conflicts.get()
}

test('a conflict that waits stays when one about something typed earlier arrives', async () => {
  expect(await conflictAfter('last', 'first')).toEqual({ first_name: 'Typed last' })
})

test('a conflict that waits gives way to one about something typed later', async () => {
  expect(await conflictAfter('first', 'last')).toEqual({ first_name: 'Typed last' })
})
