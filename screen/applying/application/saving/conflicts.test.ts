// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { made, newStorages, profile, typing } from '../applicant-for-test.ts'
import { createMemoryStorage, type DeviceStorages } from '../drafts/drafts.ts'

const submitted = (['started', 'validating', 'submitted'] as const).map((web_status) => ({ web_status, at: '' }))

beforeEach(() =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  }),
)
afterEach(() => vi.unstubAllGlobals())

test('only answers typed too late for a submission are stored to be shown', () => {
  const applicant = made()
  applicant.show({ ...profile, answer: { city: 'Bozeman' } })
  applicant.store.write('first_name', 'Too late')
  applicant.close()
  expect(applicant.tooLate.get()).toMatchObject({
    keys: ['first_name'],
    application: { answer: { first_name: 'Too late' } },
  })
  expect(applicant.queue.unsaved()).toEqual([])
})

test('unsaved answers of a submitted application are shown once, because they are not part of it', () => {
  const storages = newStorages()
  const before = made(storages)
  before.show(profile)
  typing(before, { first_name: 'Maya', city: 'Helena' })
  before.clear({ erasing: 'nothing' })
  const visitor = made(storages)
  visitor.visitorDraft.offer()
  typing(visitor, { gender: 'F' })
  visitor.show({ ...profile, web_status: submitted, answer: { city: 'Helena' } })
  expect(visitor.tooLate.get()).toMatchObject({
    keys: ['gender', 'first_name'],
    application: { answer: { gender: 'F', first_name: 'Maya', city: 'Helena' } },
  })
})

describe('an answer typed too late', () => {
  const enter = (storages: DeviceStorages, answer = {}, account_id = 'a') => {
    const applicant = made(storages)
    applicant.show({ ...profile, account_id, web_status: submitted, answer })
    return applicant.tooLate
  }
  const typingLate = (storages = newStorages()) => {
    const applicant = made(storages)
    applicant.show(profile)
    typing(applicant, { first_name: 'Maya', gender: 'F', ssn: '123-45-6789' })
    applicant.close()
    return storages
  }
  test('is shown again on reload until it is copied, unless it is secret, and to no other account', () => {
    const { none, sensitive } = typingLate()
    const storages = { none, sensitive, secret: createMemoryStorage() }
    expect(enter(storages, {}, 'b').get()).toBeUndefined()
    expect(enter(storages).get()?.keys).toEqual(['first_name', 'gender'])
    expect(enter(storages, { gender: 'F' }).get()?.keys).toEqual(['first_name'])
    expect(none.getItem('causeway.drafts')).not.toMatch('6789')
  })
  test('is not shown again once it was copied or closed', () => {
    const storages = typingLate()
    const tooLate = enter(storages)
    tooLate.forget()
    expect(tooLate.get()?.keys).toContain('first_name')
    expect(storages.none.getItem('causeway.drafts')).toBeNull()
    expect(enter(storages).get()).toBeUndefined()
  })
  test('lasts a day from when it was typed, however often the page is loaded', () => {
    vi.useFakeTimers()
    const storages = typingLate()
    vi.advanceTimersByTime(23 * 60 * 60 * 1000)
    expect(enter(storages).get()).toBeDefined()
    vi.advanceTimersByTime(2 * 60 * 60 * 1000)
    expect(enter(storages).get()).toBeUndefined()
    vi.useRealTimers()
  })
  test('includes unresolved conflicts, except those that are saved by now', () => {
    const applicant = made()
    typing(applicant, { first_name: 'Maya', city: 'Helena' })
    applicant.show({ ...profile, answer: { first_name: 'Ana', city: 'Butte' } })
    expect(applicant.conflicts.get()).toEqual({ first_name: 'Maya', city: 'Helena' })
    applicant.store.receive({ answer: { city: 'Helena' } })
    applicant.close()
    expect(applicant.tooLate.get()?.keys).toEqual(['first_name'])
  })
  test('of a visitor is shown in the tab where it was typed, and elsewhere stays for the person who typed it', () => {
    const storages = newStorages()
    const visitor = made(storages)
    visitor.visitorDraft.offer()
    typing(visitor, { first_name: 'Maya' })
    window.dispatchEvent(new Event('pagehide'))
    const otherTab = { none: storages.none, sensitive: createMemoryStorage(), secret: createMemoryStorage() }
    expect(enter(otherTab).get()).toBeUndefined()
    expect(storages.none.getItem('causeway.drafts')).toContain('Maya')
    expect(enter(storages).get()?.keys).toEqual(['first_name'])
  })
})

describe('a conflict that waits', () => {
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
})
