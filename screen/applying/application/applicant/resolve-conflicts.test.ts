// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { admissions } from '../../../../form/index.ts'
import { callsAs } from '../../../client/index.ts'
import { newStorages, profile, typing } from '../applicant-for-test.ts'
import { createApplicant } from './create-applicant.ts'

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

const entering = (saved: Record<string, string>, here: Record<string, string>) => {
  const today = '2026-11-21'
  const tools = { form: admissions, today, storages: newStorages(), isHere: () => true, callsAs, onStopped: () => {} }
  const applicant = createApplicant(tools)
  applicant.visitorDraft.offer()
  typing(applicant, { ged_transfer: 'D', ...here })
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
