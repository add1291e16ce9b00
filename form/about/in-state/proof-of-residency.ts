import { all, choice, is, isOneOf, tabs, text, upload, when, withPrefix } from '../../../engine/index.ts'
import { pastMonth } from '../../blocks/month-and-year.ts'
import { stateAndProvince } from '../../options/state-and-province.ts'
import { yesNo } from '../../options/yes-no.ts'
import { usCitizen } from '../citizenship.ts'
import { dependent } from './family.ts'

const voter = choice('instate_voter', 'Are you registered to vote in {address.state}?', yesNo, { as: 'radio' })
const vehicle = choice('instate_motor_vehicle', 'Do you own a motor vehicle?', yesNo, { as: 'radio' })

/**
 * The applicant's ties to the state other than work: voting and a vehicle. Only citizens of age are asked about voting,
 * because for anybody else a wrong yes could be held against them.
 */
export const ties = [
  when(all(is(usCitizen, 'Y'), isOneOf(dependent, 'Y', 'N')), [
    voter,
    when(is(voter, 'Y'), [withPrefix('instate_voter_', { ...pastMonth, label: 'Registered to vote since' })]),
  ]),
  vehicle,
  when(is(vehicle, 'Y'), [
    choice('instate_motor_vehicle_state', 'Where is it registered?', stateAndProvince),
    withPrefix('instate_motor_vehicle_', { ...pastMonth, label: 'Registered there since' }),
  ]),
] as const

/** One document is enough; the applicant chooses which one. */
export const proofOfResidency = tabs(
  'proof-of-residency',
  'Proof of residency',
  {
    id: 'driver-license',
    label: 'Driver license',
    items: [
      withPrefix('instate_driver_license_', { ...pastMonth, label: '{address.state} driver license issued' }),
      upload('instate_driver_license_copy', 'Copy of your driver license'),
    ],
  },
  {
    id: 'state-id',
    label: 'State ID',
    items: [
      withPrefix('instate_state_id_', { ...pastMonth, label: '{address.state} ID issued' }),
      upload('instate_state_id_copy', 'Copy of your state ID'),
    ],
  },
  {
    id: 'other',
    label: 'Another document',
    items: [
      text('instate_other_proof', 'What kind of document?', { help: 'For example, a lease or a utility bill.' }),
      upload('instate_other_proof_copy', 'Copy of the document'),
    ],
  },
)
