// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { providePageData } from '../client/index.ts'
import { newProfile } from '../client/testing/index.ts'
import { createSession } from './create-session.ts'
import { createTabSync } from './tab-sync.ts'

beforeEach(() => {
  const { public: institution } = JSON.parse(readFileSync('institution.json', 'utf8'))
  const [today, now] = ['2026-11-22', '2026-11-22T12:00:00Z']
  providePageData({ institution, identity_cookie_prefix: 'Marker', release: '1', today, now })
  vi.stubGlobal('indexedDB', undefined)
  localStorage.clear()
  sessionStorage.clear()
})

/** A tab of a visitor who has typed a city. */
async function typed(city: string) {
  const session = createSession(vi.fn())
  await session.enter()
  const { store, hide } = session.applicant
  const end = createTabSync(session, {
    isVisible: () => true,
    wakers: [],
    storage: window,
    openOtherTabs: () => ({ send: () => {}, close: () => {} }),
    readProfile: async () => newProfile,
  })
  store.write('city', city)
  hide()
  return { ...session, store, hide, end }
}
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
const hearOfStorage = () => window.dispatchEvent(new Event('storage'))

test('a draft that another tab erases is gone here too, and is not written again', async () => {
  const tab = await typed('Helena')
  expect(stored()).toContain('Helena')
  const written = vi.spyOn(localStorage, 'setItem')
  createSession(vi.fn()).onErased('draft')
  hearOfStorage()
  expect(tab.store.current().answer).toEqual({})
  tab.hide()
  expect(JSON.stringify(written.mock.calls) + stored()).not.toContain('Helena')
  tab.end()
})

test('what was typed since is erased neither by the mark of this tab nor because the data of the browser is cleared', async () => {
  const tab = await typed('Helena')
  tab.onErased('draft')
  hearOfStorage()
  localStorage.clear()
  hearOfStorage()
  expect(tab.store.current().answer).toMatchObject({ city: 'Helena' })
  tab.store.write('first_name', 'Maya')
  tab.hide()
  expect(stored()).toContain('Helena')
  tab.end()
})

test('a tab that was closed before, and is opened again, shows neither its part of the draft nor the draft of the next person', async () => {
  const closed = await typed('Helena')
  closed.store.write('gender', 'F')
  closed.hide()
  closed.end()
  const session = { ...sessionStorage }
  expect(JSON.stringify(session)).toContain('gender')

  sessionStorage.clear()
  createSession(vi.fn()).onErased('device')
  const next = await typed('Butte')
  next.end()

  sessionStorage.clear()
  for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value)
  const again = createSession(vi.fn())
  await again.enter()
  const { answer } = again.applicant.store.current()
  expect([answer.gender, answer.city]).toEqual([undefined, undefined])
  const offered = again.applicant.visitorDraft.returned.get()?.answer
  expect([offered?.gender, offered?.city]).toEqual([undefined, 'Butte'])
})
