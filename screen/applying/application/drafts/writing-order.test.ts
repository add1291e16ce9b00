// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { form, page, text } from '../../../../engine/index.ts'
import { callsAs } from '../../../client/index.ts'
import { createApplicant } from '../applicant/create-applicant.ts'
import { made, newStorages, profile, typing } from '../applicant-for-test.ts'
import { createMemoryStorage, createWritingOrder } from './drafts.ts'

beforeEach(() =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  }),
)
afterEach(() => vi.unstubAllGlobals())

test('numbers rise for all tabs of a browser, even with a wrong clock or a lost counter', () => {
  const storage = createMemoryStorage()
  let clock = 1000
  const [one, other] = [createWritingOrder(storage, () => clock), createWritingOrder(storage, () => clock)]
  const given = [one.next(), other.next(), one.next()]
  clock = 500
  given.push(other.next(), one.next())
  storage.removeItem('causeway.number') // a killed browser has not written it
  clock = 2000
  const restarted = createWritingOrder(storage, () => clock)
  restarted.reach(2500)
  given.push(restarted.next())
  expect(given).toEqual([1000, 1001, 1002, 1003, 1004, 2501])
  expect(one.device()).toBe(other.device())
  one.forget()
  expect(restarted.device()).not.toBe('')
})

describe('the order of writing', () => {
  const reply = { message: '', saved_at: '', cleared: [], ignored: [], conflicts: {}, superseded: {}, canonical: {} }
  const answering = (body: object) => {
    const orders: string[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      orders.push(new Headers(headers).get('answer-order') ?? '')
      return new Response(JSON.stringify({ ...reply, ...body }), { headers: { 'content-type': 'application/json' } })
    })
    return orders
  }
  const ordersIn = (header: string | undefined) =>
    (header ?? '')
      .replace(/^\S+ /, '')
      .split(',')
      .map((each) => each.split(':'))

  test('is sent with every change: the number rises, and the revision is the one on the screen', async () => {
    const orders = answering({ previous_revision: 3, revision: 4 })
    const applicant = made()
    applicant.show({ ...profile, revision: 3 })
    typing(applicant, { first_name: 'Maya' })
    await vi.waitFor(() => expect(applicant.queue.unsaved()).toEqual([]))
    typing(applicant, { first_name: 'Mayra' })
    await vi.waitFor(() => expect(applicant.queue.unsaved()).toEqual([]))
    const [[first], [second]] = [ordersIn(orders[0]), ordersIn(orders[1])]
    expect([first?.[0], first?.[2], second?.[0], second?.[2]]).toEqual(['first_name', '3', 'first_name', '4'])
    expect(Number(second?.[1])).toBeGreaterThan(Number(first?.[1]))
    expect(orders[0]?.split(' ')[0]).toBe(orders[1]?.split(' ')[0])
  })

  test('is restored with unsaved answers, so that a newer answer from another device is a conflict', async () => {
    const storages = newStorages()
    const before = made(storages)
    before.show({ ...profile, revision: 3 })
    typing(before, { first_name: 'Typed, then closed' })
    window.dispatchEvent(new Event('pagehide'))
    const orders = answering({ previous_revision: 9, revision: 9, conflicts: { first_name: 'From the laptop' } })
    const after = made(storages)
    after.show({ ...profile, revision: 9, answer: { first_name: 'From the laptop' } })
    await vi.waitFor(() => expect(after.conflicts.get()).toEqual({ first_name: 'Typed, then closed' }))
    expect(ordersIn(orders[0])[0]?.[2]).toBe('3')
    expect(after.store.current().answer.first_name).toBe('From the laptop')
    expect(after.queue.unsaved()).toEqual([])
    after.resolveConflicts(['first_name'], ['first_name'])
    expect(after.store.current().answer.first_name).toBe('Typed, then closed')
    await vi.waitFor(() => expect(orders.length).toBeGreaterThan(1))
    expect(ordersIn(orders.at(-1))[0]?.[2]).toBe('9')
    before.queue.empty()
    after.queue.empty()
  })

  test('keeps an answer that was emptied elsewhere from coming back, even after a reload', async () => {
    const storages = newStorages()
    answering({ previous_revision: 9, revision: 9, conflicts: { first_name: '' } })
    const before = made(storages)
    before.show({ ...profile, revision: 3, answer: { first_name: 'Old' } })
    typing(before, { first_name: 'Maiden' })
    await vi.waitFor(() => expect(before.conflicts.get()).toEqual({ first_name: 'Maiden' }))
    before.clear({ erasing: 'nothing' })
    const after = made(storages)
    after.show({ ...profile, revision: 9 })
    expect(after.store.current().answer).toEqual({})
    expect(after.conflicts.get()).toEqual({ first_name: 'Maiden' })
    after.resolveConflicts([], ['first_name'])
    expect(after.store.current().answer).toEqual({})
    after.queue.empty()
  })

  test('a larger change is sent in parts that fit a header', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `a_question_of_which_there_are_many_${index}`)
    const long = form('1', [
      page(
        'about',
        'About',
        keys.map((key) => text(key, key)),
      ),
    ])
    const orders = answering({ previous_revision: 1, revision: 1 })
    const tools = { form: long, today: '2026-11-21', storages: newStorages(), isHere: () => true, callsAs }
    const applicant = createApplicant({ ...tools, onStopped: () => {} })
    applicant.show(profile)
    applicant.fillEmpty(Object.fromEntries(keys.map((key) => [key, 'x'])))
    expect(await applicant.queue.flush()).toBe(true)
    expect(orders.length).toBeGreaterThan(2)
    expect(Math.max(...orders.map((each) => each.length))).toBeLessThan(4096)
    expect(orders.flatMap(ordersIn).map(([key]) => key)).toEqual(keys)
  })
})
