import { choice, is, section, when } from '../../../engine/index.ts'
import { yesNo } from '../../options/yes-no.ts'
import { ownEmployment, spouseEmployment } from './employment.ts'
import { dependent, parentResidency, taxes } from './family.ts'
import { proofOfResidency, ties } from './proof-of-residency.ts'
import { absence, away, elsewhere, otherState, timeline } from './residence.ts'

const asksForInState = choice('instate_tuition', 'Are you asking for in-state tuition?', yesNo, {
  as: 'radio',
  help: 'For residents of {address.state}. If you answer No, you’ll pay nonresident tuition.',
})
const seniorYearHere = choice(
  'accredited_senior_year_hs',
  'Did you spend your senior year at an accredited high school in {address.state}?',
  yesNo,
  { as: 'radio' },
)
const graduatedThere = choice('grad_in_or_after', 'Did you graduate from that school?', yesNo, { as: 'radio' })

export const inStateTuition = section('in-state-tuition', 'In-State Tuition', [
  asksForInState,
  when(is(asksForInState, 'Y'), [
    seniorYearHere,
    when(is(seniorYearHere, 'Y'), [graduatedThere]),
    timeline,
    away,
    absence,
    elsewhere,
    otherState,
    dependent,
    parentResidency,
    ...taxes,
    ...ties,
    ...ownEmployment,
    ...spouseEmployment,
    proofOfResidency,
  ]),
])
