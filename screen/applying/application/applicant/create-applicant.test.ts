// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '../../../../api/index.ts'
import { proves } from '../../../../testing/proves.ts'
import { isWithheld } from '../../../fields/index.ts'
import { made, newStorages, profile, typing } from '../applicant-for-test.ts'
import { createDrafts, createMemoryStorage } from '../drafts/drafts.ts'
import { mergeProfile } from './create-applicant.ts'

const submitted = (['started', 'validating', 'submitted'] as const).map((web_status) => ({ web_status, at: '' }))

let saves: unknown[] = []
beforeEach(() => {
  saves = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    saves.push(JSON.parse(String(body)))
    if (path === '/api/add-another') return new Response('{}', { headers: { 'content-type': 'application/json' } })
    throw new TypeError('offline')
  })
})
afterEach(() => vi.unstubAllGlobals())

test("a visitor's answers, even secret ones, fill the account's empty answers and are saved", () => {
  const applicant = made()
  applicant.visitorDraft.offer()
  typing(applicant, { first_name: 'Maya', city: 'Helena', ssn: '123-45-6789' })
  expect(saves).toEqual([])
  applicant.show({ ...profile, answer: { city: 'Bozeman' } })
  expect(applicant.store.current().answer).toEqual({ first_name: 'Maya', city: 'Bozeman', ssn: '123-45-6789' })
  expect(saves).toEqual([{ first_name: 'Maya', ssn: '123-45-6789' }])
  applicant.queue.empty()
})

test('what a visitor typed survives a reload of the login page', () => {
  const storages = newStorages()
  const before = made(storages)
  before.visitorDraft.offer()
  typing(before, { first_name: 'Maya' })
  window.dispatchEvent(new Event('pagehide'))
  const after = made(storages)
  after.show(profile)
  expect(after.store.current().answer).toEqual({ first_name: 'Maya' })
  after.queue.empty()
})

describe('answers of this device that differ from the saved ones', () => {
  const saved = { city: 'Bozeman', first_name: 'Maya' }
  const entering = (storages = newStorages()) => {
    const applicant = made(storages)
    applicant.visitorDraft.offer()
    typing(applicant, { first_name: 'Mayra', city: 'Bozeman', gender: 'F' })
    applicant.show({ ...profile, answer: saved })
    return applicant
  }
  test('are conflicts, and only those: empty answers are filled, equal ones stay', () => {
    const applicant = entering()
    expect(applicant.conflicts.get()).toEqual({ first_name: 'Mayra' })
    expect(Math.abs(Date.now() - (applicant.conflicts.orderOf('first_name')?.number ?? 0))).toBeLessThan(60_000)
    expect(applicant.store.current().answer).toEqual({ ...saved, gender: 'F' })
    expect(saves).toEqual([{ gender: 'F' }])
    applicant.queue.empty()
  })
  test('replace the saved ones where the person chooses so, and are saved', () => {
    const applicant = entering()
    applicant.queue.empty()
    applicant.resolveConflicts(['first_name'], ['first_name'])
    expect(applicant.store.current().answer.first_name).toBe('Mayra')
    expect(applicant.queue.unsaved()).toEqual(['first_name'])
    expect(applicant.conflicts.get()).toEqual({})
    applicant.queue.empty()
  })
  test('are dropped where the saved ones are kept', () => {
    const storages = newStorages()
    const applicant = entering(storages)
    applicant.queue.empty()
    applicant.resolveConflicts([], ['first_name'])
    expect(applicant.store.current().answer.first_name).toBe('Maya')
    expect(storages.none.getItem('causeway.drafts')).toBeNull()
  })
  test('are asked about again until decided, for this account only', () => {
    const storages = newStorages()
    const applicant = entering(storages)
    applicant.clear({ erasing: 'nothing' })
    const other = made(storages)
    other.show({ ...profile, account_id: 'b', answer: saved })
    expect(other.conflicts.get()).toEqual({})
    other.clear({ erasing: 'nothing' })
    const again = made(storages)
    again.show({ ...profile, answer: saved })
    expect(again.conflicts.get()).toEqual({ first_name: 'Mayra' })
    again.clear({ erasing: 'device' })
    expect(storages.none.getItem('causeway.drafts')).toBeNull()
  })
  test('stay on the device over one that was undecided before, whatever the clock said then', () => {
    const storages = newStorages()
    const orders = { first_name: { number: Date.now() + 3_600_000, over: 0 } }
    const drafts = createDrafts({ form: made().store.form, storages, now: Date.now })
    drafts.keep({ conflicts: profile.account_id }, { answer: { first_name: 'Mara' }, orders })
    const applicant = entering(storages)
    expect(applicant.conflicts.get()).toEqual({ first_name: 'Mayra' })
    applicant.queue.empty()
    const again = made(storages)
    again.show({ ...profile, answer: saved })
    expect(again.conflicts.get()).toEqual({ first_name: 'Mayra' })
    again.queue.empty()
  })
})

describe('what a visitor types before the app has looked for a draft', () => {
  const draftOf = (storages: ReturnType<typeof newStorages>) => storages.none.getItem('causeway.drafts') ?? ''
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is written once it has, and is known in this tab', () => {
    const storages = newStorages()
    const applicant = made(storages)
    typing(applicant, { first_name: 'Maya' })
    vi.advanceTimersByTime(5_000)
    expect(draftOf(storages)).toBe('')
    applicant.visitorDraft.offer()
    vi.advanceTimersByTime(1_000)
    expect(draftOf(storages)).toContain('Maya')
    expect(applicant.visitorDraft.isKnown()).toBe(true)
    expect(applicant.visitorDraft.returned.get()).toBeUndefined()
  })

  test('is written when the page goes away', () => {
    const storages = newStorages()
    typing(made(storages), { first_name: 'Maya' })
    window.dispatchEvent(new Event('pagehide'))
    expect(draftOf(storages)).toContain('Maya')
  })

  test('does not make the draft of somebody before known', () => {
    const storages = newStorages()
    typing(made(storages), { first_name: 'Dora' })
    window.dispatchEvent(new Event('pagehide'))
    const applicant = made({ ...newStorages(), none: storages.none })
    typing(applicant, { last_name: 'Ortega' })
    vi.advanceTimersByTime(5_000)
    applicant.visitorDraft.offer()
    expect(applicant.visitorDraft.isKnown()).toBe(false)
    expect(applicant.visitorDraft.returned.get()?.answer).toEqual({ first_name: 'Dora' })
  })
})

describe('a visitor who returns to a draft', () => {
  const returning = () => {
    const storages = newStorages()
    const before = made(storages)
    before.visitorDraft.offer()
    typing(before, { first_name: 'Maya' })
    window.dispatchEvent(new Event('pagehide'))
    const after = made({ ...newStorages(), none: storages.none })
    after.visitorDraft.offer()
    return { after, device: storages.none }
  }
  test('does not see it before continuing it', () => {
    const { after } = returning()
    expect(after.hasAnswers()).toBe(false)
    expect(after.visitorDraft.returned.get()?.answer).toEqual({ first_name: 'Maya' })
    after.visitorDraft.goOn()
    expect(after.store.current().answer).toEqual({ first_name: 'Maya' })
    expect(after.visitorDraft.returned.get()).toBeUndefined()
  })
  test('does not lose it by typing first', () => {
    const { after, device } = returning()
    typing(after, { city: 'Helena' })
    window.dispatchEvent(new Event('pagehide'))
    expect(device.getItem('causeway.drafts')).toMatch(/Maya.*Helena/)
    after.visitorDraft.goOn()
    expect(after.store.current().answer).toEqual({ first_name: 'Maya', city: 'Helena' })
  })
  test('can start over, which erases it from the device', () => {
    const { after, device } = returning()
    after.visitorDraft.discard()
    expect(after.visitorDraft.returned.get()).toBeUndefined()
    expect(device.getItem('causeway.drafts')).toBeNull()
  })
  test('still brings it to the account', () => {
    const { after } = returning()
    after.show(profile)
    expect(after.store.current().answer).toEqual({ first_name: 'Maya' })
    after.queue.empty()
  })
})

test('two tabs of one account store their unsaved answers side by side, and each removes only its own', () => {
  const storages = newStorages()
  const [one, other] = [made(storages), made(storages)]
  one.show(profile)
  other.show(profile)
  typing(one, { first_name: 'Maya' })
  typing(other, { city: 'Helena' })
  window.dispatchEvent(new Event('pagehide'))
  expect(storages.none.getItem('causeway.drafts')).toMatch(/Maya.*Helena/)
  one.queue.empty()
  typing(one, { first_name: 'Mayra' })
  window.dispatchEvent(new Event('pagehide'))
  expect(storages.none.getItem('causeway.drafts')).toMatch(/Mayra.*Helena/)
  one.adoptUnsaved()
  expect(one.store.current().answer).toEqual({ first_name: 'Mayra', city: 'Helena' })
  expect(one.queue.unsaved()).toHaveLength(2)
  one.queue.empty()
  other.queue.empty()
})

test('nothing is saved while another account is logged in in another tab, and it stays on the device', async () => {
  const storages = newStorages()
  const applicant = made(storages, () => false)
  applicant.show(profile)
  typing(applicant, { first_name: 'Maya' })
  expect(await applicant.queue.flush()).toBe(false)
  expect(saves).toEqual([])
  applicant.clear({ erasing: 'nothing' })
  expect(storages.none.getItem('causeway.drafts')).toContain('Maya')
})

test('a save after another device has saved leaves the screen incomplete until both are merged', async () => {
  vi.stubGlobal('fetch', async () => {
    const revisions = { previous_revision: 4, revision: 5 }
    const lists = { cleared: [], ignored: [], conflicts: {}, superseded: {}, canonical: {} }
    const reply = { message: 'Saved.', ...revisions, ...lists, saved_at: '2026-11-21T10:00:00Z' }
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
  })
  const applicant = made()
  applicant.show({ ...profile, answer: { city: 'Bozeman' }, revision: 3 })
  typing(applicant, { first_name: 'Maya' })
  await vi.waitFor(() => expect(applicant.seen.get()).toEqual({ revision: 5, complete: 3 }))
  applicant.store.write('gender', 'F')
  mergeProfile(applicant, { ...profile, answer: { first_name: 'Maya', city: 'Helena', gender: 'M' }, revision: 5 })
  expect(applicant.store.current().answer).toEqual({ first_name: 'Maya', city: 'Helena', gender: 'F' })
  expect(applicant.seen.get()).toEqual({ revision: 5, complete: 5 })
  mergeProfile(applicant, { ...profile, answer: { first_name: 'Maya' }, revision: 6 })
  expect(applicant.store.current().answer).toMatchObject({ city: '', gender: 'F' }) // emptied there; unsaved here
  applicant.queue.empty()
})

test('what the server stored in another form is shown, unless the box is in use', async () => {
  vi.stubGlobal('fetch', async () => {
    const lists = { cleared: [], ignored: [], conflicts: {}, superseded: {} }
    const canonical = { first_name: 'Maya', city: 'Helena' }
    const reply = { message: 'Saved.', previous_revision: 1, revision: 2, ...lists, canonical, saved_at: '' }
    return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
  })
  const applicant = made()
  applicant.show({ ...profile, answer: {}, revision: 1 })
  const box = document.body.appendChild(Object.assign(document.createElement('input'), { id: 'city' }))
  box.focus()
  applicant.store.write('first_name', ' Maya')
  applicant.store.write('city', 'Helena ')
  applicant.store.commitAll()
  await vi.waitFor(() => expect(applicant.store.current().answer.first_name).toBe('Maya'))
  expect(applicant.store.current().answer.city).toBe('Helena ')
  applicant.store.commit('city')
  expect(applicant.store.current().answer.city).toBe('Helena')
  box.remove()
  applicant.queue.empty()
})

test('the snapshot is that of the profile', () => {
  const applicant = made()
  applicant.show(profile)
  expect(applicant.snapshot.get()).toMatchObject({ is_logged_in: true, web_status: 'started', num_logins: 1 })
})

test('unsaved answers outlive the session and are restored for the same account only', () => {
  const applicant = made()
  applicant.show(profile)
  typing(applicant, { first_name: 'Maya' })
  applicant.clear({ erasing: 'nothing' })
  expect(applicant.store.current().answer).toEqual({})
  applicant.show({ ...profile, account_id: 'b' })
  expect(applicant.store.current().answer).toEqual({})
  applicant.clear({ erasing: 'nothing' })
  applicant.show({ ...profile, answer: { first_name: 'Old' } })
  expect(applicant.store.current().answer).toEqual({ first_name: 'Maya' })
  expect(applicant.queue.unsaved()).toEqual(['first_name'])
  applicant.queue.empty()
})

test('logging out leaves nothing on the device', () => {
  const storages = newStorages()
  const applicant = made(storages)
  applicant.show(profile)
  typing(applicant, { first_name: 'Maya', ssn: '123-45-6789' })
  window.dispatchEvent(new Event('pagehide')) // writes the draft
  expect(storages.none.getItem('causeway.drafts')).toContain('Maya')
  applicant.clear({ erasing: 'device' })
  expect(Object.values(storages).map((storage) => storage.getItem('causeway.drafts'))).toEqual([null, null, null])
  expect(made(storages).hasAnswers()).toBe(false)
})

test('a draft is restored on reload, except secret answers, whose fields say why they are empty', () => {
  const storages = newStorages()
  const before = made(storages)
  before.visitorDraft.offer()
  typing(before, { first_name: 'Maya', ssn: '123-45-6789' })
  window.dispatchEvent(new Event('pagehide'))
  const after = made({ ...storages, secret: createMemoryStorage() })
  after.visitorDraft.offer()
  expect(after.store.current().answer).toEqual({ first_name: 'Maya' })
  expect(after.store.recall(isWithheld, 'ssn')).toBe(true)
})

describe('a masked number of the account', () => {
  const masked = { ssn: '***-**-6789' }

  test.each(['123-45-6789', '987-65-4321'])('stays until the person decides, if a visitor typed %s', (typed) => {
    const applicant = made()
    applicant.visitorDraft.offer()
    typing(applicant, { ssn: typed })
    applicant.show({ ...profile, answer: masked })
    expect(applicant.conflicts.get()).toEqual({ ssn: typed })
    expect([applicant.store.current().answer, saves]).toEqual([masked, []])
    applicant.resolveConflicts(['ssn'], ['ssn'])
    expect([applicant.store.current().answer, saves]).toEqual([{ ssn: typed }, [{ ssn: typed }]])
    applicant.queue.empty()
  })

  test('is never sent, but removing it is', () => {
    const applicant = made()
    applicant.show({ ...profile, answer: { ssn: '' } })
    typing(applicant, masked)
    expect([applicant.queue.unsaved(), saves]).toEqual([[], []])
    typing(applicant, { ssn: '' })
    expect(saves).toEqual([{ ssn: '' }])
    applicant.queue.empty()
  })

  test('does not replace one that is typed here and not saved yet', () => {
    const applicant = made()
    applicant.show({ ...profile, answer: masked })
    typing(applicant, { ssn: '987-65-4321' })
    mergeProfile(applicant, { ...profile, answer: masked, revision: 2 })
    expect(applicant.store.current().answer).toEqual({ ssn: '987-65-4321' })
    applicant.queue.empty()
    mergeProfile(applicant, { ...profile, answer: masked, revision: 3 })
    expect(applicant.store.current().answer).toEqual(masked)
  })
})

test('secret and sensitive answers are not passed in navigation state', () => {
  const applicant = made()
  typing(applicant, { first_name: 'Maya', gender: 'F', ssn: '123-45-6789', city: ' ' })
  expect(applicant.answersToPass()).toEqual({ first_name: 'Maya' })
})

test('answers from navigation state fill only empty answers to questions of the form', () => {
  const applicant = made()
  applicant.store.receive({ answer: { first_name: 'Maya' } })
  applicant.fillEmpty({ first_name: 'Other', city: 'Bozeman', nonsense: 'x' })
  expect(applicant.store.current().answer, proves('3.answers.3')).toEqual({ first_name: 'Maya', city: 'Bozeman' })
})

test('navigation state cannot claim that a document was given', () => {
  const applicant = made()
  applicant.fillEmpty({ visa: 'ANSWERED', city: 'Helena' })
  expect(applicant.store.current().answer).toEqual({ city: 'Helena' })
})

test('a submitted application takes nothing from a draft', () => {
  const applicant = made()
  applicant.visitorDraft.offer()
  typing(applicant, { first_name: 'Maya' })
  applicant.show({ ...profile, web_status: submitted })
  expect(applicant.store.current().answer).toEqual({})
  expect(saves).toEqual([])
})

describe('the entries a visitor added', () => {
  const enteringWith = (count: number, stored: Partial<Profile> = {}) => {
    const applicant = made()
    applicant.visitorDraft.offer()
    applicant.store.setEntries('colleges', count)
    applicant.show({ ...profile, ...stored })
    applicant.queue.empty()
    return applicant.store.current().add_another
  }
  test('are shown and saved if the account has fewer', () => {
    expect(enteringWith(3, { add_another: { colleges: 2 } })).toEqual({ colleges: 3 })
    expect(saves).toEqual([{ button_id: 'colleges', num_components: 3 }])
  })
  test.each<[string, number, Partial<Profile>]>([
    ['as many', 2, { add_another: { colleges: 2 } }],
    ['fewer', 1, { add_another: { colleges: 2 } }],
    ['fewer than hold answers', 2, { answer: { college_3_name: 'C' } }],
    ['more than a submitted application has', 3, { web_status: submitted }],
  ])('%s: nothing is saved', (_, count, stored) => {
    expect(enteringWith(count, stored)).toEqual(stored.add_another ?? {})
    expect(saves).toEqual([])
  })
  test('are sent again if the page ended before the server had them', async () => {
    const storages = newStorages()
    const hanging = vi.fn((_path: string) => new Promise<Response>(() => {}))
    vi.stubGlobal('fetch', hanging)
    const before = made(storages)
    before.visitorDraft.offer()
    before.store.setEntries('colleges', 2)
    before.show(profile)
    const after = made(storages)
    after.show({ ...profile })
    expect(after.store.current().add_another).toEqual({ colleges: 2 })
    expect(hanging.mock.calls.map(([path]) => path)).toEqual(['/api/add-another', '/api/add-another'])
  })
  test('are erased from the device once the server has them', async () => {
    const storages = newStorages()
    const applicant = made(storages)
    applicant.visitorDraft.offer()
    applicant.store.setEntries('colleges', 2)
    applicant.show(profile)
    expect(storages.none.getItem('causeway.drafts')).toContain('colleges')
    await vi.waitFor(() => expect(storages.none.getItem('causeway.drafts')).toBeNull())
  })
  test('are limited to what the form allows', () => {
    expect(enteringWith(99)).toEqual({ colleges: 3 })
  })
})

test('another device shows the entries of the profile', () => {
  const applicant = made()
  applicant.show({ ...profile, add_another: { colleges: 2 }, tabs: { proof: 'card' } })
  expect(applicant.store.current(), proves('7.add-another.2')).toMatchObject({
    add_another: { colleges: 2 },
    tabs: { proof: 'card' },
  })
})
