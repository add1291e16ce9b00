import { expect, test } from 'vitest'
import { type AnswerMap, emptyApplication, form, page, text } from '../../../../engine/index.ts'
import { createApplicationStore } from '../../../fields/index.ts'
import { createMemoryStorage } from '../drafts/device-storages.ts'
import { createDrafts } from '../drafts/drafts.ts'
import { EARLY, earlyDraftIn } from '../drafts/early-draft.ts'
import { createVisitorDraft } from './draft-autosave.ts'

const HOUR = 60 * 60 * 1000
const NOW = Date.parse('2026-11-24T10:00:00Z')
const asked = form('1', [page('about', 'About', [text('first_name', 'First Name'), text('last_name', 'Last Name')])])

/** A new tab of a device on which another tab left early answers some hours ago, with what was typed in it so far. */
function made(hours?: number, answer: AnswerMap = {}) {
  const [device, tab] = [createMemoryStorage(), createMemoryStorage()]
  const storages = { none: device, sensitive: tab, secret: createMemoryStorage() }
  const drafts = createDrafts({ form: asked, storages, now: () => NOW })
  const store = createApplicationStore({
    form: asked,
    application: { ...emptyApplication, answer },
    today: '2026-11-24',
  })
  const autosave = { begin: () => {}, write: () => {}, writeNow: () => {} }
  if (hours !== undefined)
    device.setItem(EARLY, JSON.stringify({ at: NOW - hours * HOUR, answer: { first_name: 'Pat' } }))
  const draft = createVisitorDraft({ store, drafts, autosave, tabStorage: tab, deviceStorage: device })
  return { device, drafts, draft, store }
}

test('what another tab left before it could keep a draft is offered as one, and asks whose it is', () => {
  const { draft, store, device } = made(23)
  draft.offer()
  expect(draft.returned.get()?.answer).toEqual({ first_name: 'Pat' })
  expect([store.current().answer.first_name, earlyDraftIn(device)]).toEqual([undefined, undefined])
  draft.goOn()
  expect(store.current().answer.first_name).toBe('Pat')
})

test('not after 24 hours from when it was typed', () => {
  const { draft, device } = made(25)
  draft.offer()
  expect([draft.returned.get(), earlyDraftIn(device)]).toEqual([undefined, undefined])
})

test('beside a draft it is dropped, because they may be two people’s', () => {
  const { draft, drafts } = made(1)
  drafts.keep('visitor', { answer: { last_name: 'Hale' } })
  draft.offer()
  expect(draft.returned.get()?.answer).toEqual({ last_name: 'Hale' })
})

test('clearing the device erases it', () => {
  const { drafts, device } = made(1)
  drafts.eraseAll()
  expect(earlyDraftIn(device)).toBeUndefined()
})

test('what was typed in this tab before anybody entered is known in it, unless there was a draft from before', () => {
  const typed = { first_name: 'Pat' }
  expect([made(undefined, typed).draft.isKnown(), made(undefined).draft.isKnown()]).toEqual([true, false])
  expect(made(1, typed).draft.isKnown()).toBe(false)
})
