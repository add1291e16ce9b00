// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { made, newStorages, profile, typing } from '../applicant-for-test.ts'
import { createMemoryStorage } from '../drafts/device-storages.ts'
import type { DeviceStorages } from '../drafts/drafts.ts'

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
