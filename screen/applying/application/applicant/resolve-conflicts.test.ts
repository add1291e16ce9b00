// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { admissions } from '../../../../form/index.ts'
import { callsAs } from '../../../client/index.ts'
import { newStorages, profile, typing } from '../applicant-for-test.ts'
import { createApplicant, mergeProfile } from './create-applicant.ts'

beforeEach(() =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  }),
)
afterEach(() => vi.unstubAllGlobals())

/** The keys with a line in the dialog; the record id of a school has none. */
const shown = ['hs_name', 'hs_ceeb', 'hs_city']
const chosen = { hs_name: 'Park High', hs_ceeb: '270001', hs_list_id: 'list:7', hs_city: 'Livingston' }
const typed = { hs_name: 'Home School', hs_ceeb: '', hs_list_id: '', hs_city: '' }

const entering = (saved: Record<string, string>, here: Record<string, string>, opened: readonly string[] = []) => {
  const today = '2026-11-21'
  const tools = { form: admissions, today, storages: newStorages(), isHere: () => true, callsAs, onStopped: () => {} }
  const applicant = createApplicant(tools)
  applicant.visitorDraft.offer()
  typing(applicant, { ged_transfer: 'D', ...here })
  for (const gate of opened) applicant.open(gate)
  applicant.show({ ...profile, answer: { ged_transfer: 'D', ...saved } })
  return applicant
}
const schoolOf = ({ store }: ReturnType<typeof entering>) => {
  const { answer } = store.current()
  return Object.fromEntries(Object.keys(chosen).map((key) => [key, answer[key] ?? '']))
}

describe('a school that differs on this device', () => {
  test('replaces the saved one completely, with the record it was chosen from', () => {
    const applicant = entering(chosen, { hs_name: typed.hs_name })
    applicant.resolveConflicts(shown, shown)
    expect(schoolOf(applicant)).toEqual(typed)
    applicant.queue.empty()
  })
  test('mixes nothing into the saved one', () => {
    const applicant = entering({ hs_name: typed.hs_name }, chosen)
    applicant.resolveConflicts([], shown)
    expect(schoolOf(applicant)).toEqual(typed)
    applicant.queue.empty()
  })
})

describe('a "yes" pressed before this device has heard of the "no" of another', () => {
  const [revision, gate] = [11, 'crime_no']
  /** The server has the "no", and answers once `answer` is called. */
  const pressing = () => {
    const bodies: unknown[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
      bodies.push(JSON.parse(String(body)))
      await answered
      const saved = { message: '', previous_revision: revision, revision, saved_at: '', cleared: [], ignored: [] }
      const conflicts = { [gate]: 'true' }
      const reply =
        path === '/api/answer' ? { ...saved, conflicts, superseded: {}, canonical: {} } : { ...saved, answer: {} }
      return new Response(JSON.stringify(reply), { headers: { 'content-type': 'application/json' } })
    })
    const applicant = entering({}, {})
    applicant.open(gate)
    return { applicant, bodies, answer }
  }
  const answerIn = ({ applicant }: ReturnType<typeof pressing>) => applicant.store.current().answer[gate] ?? ''

  test('is asked about, and not taken back by what another save brings', async () => {
    const pressed = pressing()
    const { applicant, bodies, answer } = pressed
    expect(bodies).toContainEqual({ [gate]: '' })
    mergeProfile(applicant, { ...profile, revision, answer: { ged_transfer: 'D', [gate]: 'true' } })
    expect([answerIn(pressed), applicant.store.current().add_another]).toEqual(['', { [gate]: 1 }])
    answer()
    await vi.waitFor(() => expect(applicant.conflicts.get()).toEqual({ [gate]: '' }))
    expect(answerIn(pressed)).toBe('true')
    applicant.resolveConflicts([gate], [gate])
    expect([answerIn(pressed), applicant.store.current().add_another]).toEqual(['', { [gate]: 1 }])
    applicant.queue.empty()
  })
  test('as a visitor is asked about too', () => {
    const applicant = entering({ [gate]: 'true' }, {}, [gate])
    expect(applicant.conflicts.get()).toEqual({ [gate]: '' })
    expect(applicant.store.current().answer[gate]).toBe('true')
    applicant.queue.empty()
  })
})
