import type { Profile } from '../../../api/index.ts'
import { entry, form, numbered, page, repeated, ssn, text, upload } from '../../../engine/index.ts'
import { callsAs } from '../../client/index.ts'
import { newProfile } from '../../client/testing/index.ts'
import { createApplicant } from './applicant/create-applicant.ts'
import { createMemoryStorage, type DeviceStorages } from './drafts/drafts.ts'

/** A form with one question for each way of storing an answer on the device. */
const asked = form('1', [
  page('about', 'About', [
    text('first_name', 'First Name'),
    text('city', 'City'),
    text('gender', 'Gender', { care: 'sensitive' }),
    ssn('ssn', 'SSN'),
    upload('visa', 'Visa'),
    repeated('colleges', 'College', numbered('college', 3), 'College {entry}', [entry.text('name', 'Name')]),
  ]),
])
export const profile: Profile = {
  ...newProfile,
  successful_login: ['2026-11-21T10:00:00Z'],
  web_status: [{ web_status: 'started', at: '2026-11-21T10:00:00Z' }],
}
export const newStorages = (): DeviceStorages => ({
  none: createMemoryStorage(),
  sensitive: createMemoryStorage(),
  secret: createMemoryStorage(),
})
export const made = (storages = newStorages(), isHere = () => true) =>
  createApplicant({
    form: asked,
    today: '2026-11-21',
    storages,
    isHere,
    callsAs,
    onStopped: () => {},
  })

/** Types answers and leaves their fields. */
export function typing(applicant: ReturnType<typeof made>, answers: Record<string, string>) {
  for (const [key, value] of Object.entries(answers)) {
    applicant.store.write(key, value)
    applicant.store.commit(key)
  }
}
