import { any, choice, isAnswered, not, note, tick, tickGroup } from '../../engine/index.ts'
import { yesNo } from '../options/yes-no.ts'

// Each group has its own "no" box, which must be checked unless a specific item in the group is (requirements
// 5.application.57, 5.application.58 and 5.application.59).

const convictions = [
  tick('crime_arson', 'Arson', { care: 'sensitive' }),
  tick('crime_assault', 'Assault', { care: 'sensitive' }),
  tick('crime_drugs', 'Drugs', { care: 'sensitive' }),
  tick('crime_hate', 'Hate crime', { care: 'sensitive' }),
  tick('crime_murder', 'Murder or manslaughter', { care: 'sensitive' }),
  tick('crime_robbery', 'Robbery or burglary', { care: 'sensitive' }),
  tick('crime_violence', 'Other crime of violence', { care: 'sensitive' }),
  tick('crime_dui', 'Driving under the influence', { care: 'sensitive' }),
  tick('crime_weapons', 'Weapons', { care: 'sensitive' }),
] as const
const convictionsNone = tick('crime_no', 'I have not been convicted of any of these', {
  care: 'sensitive',
  required: not(any(...convictions.map(isAnswered))),
  message: 'Convictions',
})

const pending = [
  tick('pending_arson', 'Arson', { care: 'sensitive' }),
  tick('pending_assault', 'Assault', { care: 'sensitive' }),
  tick('pending_drugs', 'Drugs', { care: 'sensitive' }),
  tick('pending_hate', 'Hate crime', { care: 'sensitive' }),
  tick('pending_murder', 'Murder or manslaughter', { care: 'sensitive' }),
  tick('pending_robbery', 'Robbery or burglary', { care: 'sensitive' }),
  tick('pending_violence', 'Other crime of violence', { care: 'sensitive' }),
  tick('pending_dui', 'Driving under the influence', { care: 'sensitive' }),
  tick('pending_weapons', 'Weapons', { care: 'sensitive' }),
] as const
const pendingNone = tick('pending_no', 'No charges for any of these are pending against me', {
  care: 'sensitive',
  required: not(any(...pending.map(isAnswered))),
  message: 'Pending charges',
})

const discipline = [
  tick('charges_arson', 'Arson', { care: 'sensitive' }),
  tick('charges_assault', 'Assault', { care: 'sensitive' }),
  tick('charges_assault_weapon', 'Assault with a weapon', { care: 'sensitive' }),
  tick('charges_drugs', 'Drugs', { care: 'sensitive' }),
  tick('charges_hate', 'Hate crime', { care: 'sensitive' }),
  tick('charges_hazing', 'Hazing', { care: 'sensitive' }),
  tick('charges_murder', 'Murder or manslaughter', { care: 'sensitive' }),
  tick('charges_robbery', 'Robbery or burglary', { care: 'sensitive' }),
  tick('charges_violence', 'Other crime of violence', { care: 'sensitive' }),
  tick('charges_dui', 'Driving under the influence', { care: 'sensitive' }),
  tick('charges_weapons', 'Weapons', { care: 'sensitive' }),
] as const
const disciplineNone = tick('charges_no', 'No school or college has found me responsible for any of these', {
  care: 'sensitive',
  required: not(any(...discipline.map(isAnswered))),
  message: 'School discipline',
})

const register = choice('register', 'Are you required to register as a sexual or violent offender?', yesNo, {
  as: 'radio',
  required: true,
  care: 'sensitive',
  message: 'Sexual or violent offender registration',
})

/** Questions about crimes and discipline. */
export const conduct = [
  note('A yes does not end your application. The office may ask you for more before it decides.'),
  tickGroup('Have you been convicted of any of these? Tick all that apply.', convictions, { none: convictionsNone }),
  tickGroup('Are charges of any of these pending against you? Tick all that apply.', pending, { none: pendingNone }),
  tickGroup('Has a school or college found you responsible for any of these? Tick all that apply.', discipline, {
    none: disciplineNone,
  }),
  register,
] as const
