import { any, choice, isAnswered, not, note, page, section, tick, tickGroup } from '../engine/index.ts'
import { noYes } from './options/short-lists.ts'

// Each group has its own "no" box, which must be checked unless a specific item in the group is (requirements
// 5.application.57, 5.application.58 and 5.application.59).

const convictions = [
  tick('crime_arson', 'Arson', { care: 'conduct' }),
  tick('crime_assault', 'Assault', { care: 'conduct' }),
  tick('crime_drugs', 'Drugs', { care: 'conduct' }),
  tick('crime_hate', 'Hate crime', { care: 'conduct' }),
  tick('crime_murder', 'Murder or manslaughter', { care: 'conduct' }),
  tick('crime_robbery', 'Robbery or burglary', { care: 'conduct' }),
  tick('crime_violence', 'Other crime of violence', { care: 'conduct' }),
  tick('crime_dui', 'Driving under the influence', { care: 'conduct' }),
  tick('crime_weapons', 'Weapons', { care: 'conduct' }),
] as const

const convictionsNone = tick('crime_no', 'I have not been convicted of any of these', {
  care: 'conduct',
  required: not(any(...convictions.map(isAnswered))),
  message: 'Please answer the question about convictions.',
})

const pending = [
  tick('pending_arson', 'Arson', { care: 'conduct' }),
  tick('pending_assault', 'Assault', { care: 'conduct' }),
  tick('pending_drugs', 'Drugs', { care: 'conduct' }),
  tick('pending_hate', 'Hate crime', { care: 'conduct' }),
  tick('pending_murder', 'Murder or manslaughter', { care: 'conduct' }),
  tick('pending_robbery', 'Robbery or burglary', { care: 'conduct' }),
  tick('pending_violence', 'Other crime of violence', { care: 'conduct' }),
  tick('pending_dui', 'Driving under the influence', { care: 'conduct' }),
  tick('pending_weapons', 'Weapons', { care: 'conduct' }),
] as const

const pendingNone = tick('pending_no', 'I have no pending charges for any of these', {
  care: 'conduct',
  required: not(any(...pending.map(isAnswered))),
  message: 'Please answer the question about pending charges.',
})

const discipline = [
  tick('charges_arson', 'Arson', { care: 'conduct' }),
  tick('charges_assault', 'Assault', { care: 'conduct' }),
  tick('charges_assault_weapon', 'Assault with a weapon', { care: 'conduct' }),
  tick('charges_drugs', 'Drugs', { care: 'conduct' }),
  tick('charges_hate', 'Hate crime', { care: 'conduct' }),
  tick('charges_hazing', 'Hazing', { care: 'conduct' }),
  tick('charges_murder', 'Murder or manslaughter', { care: 'conduct' }),
  tick('charges_robbery', 'Robbery or burglary', { care: 'conduct' }),
  tick('charges_violence', 'Other crime of violence', { care: 'conduct' }),
  tick('charges_dui', 'Driving under the influence', { care: 'conduct' }),
  tick('charges_weapons', 'Weapons', { care: 'conduct' }),
] as const

const disciplineNone = tick('charges_no', 'No school or college has found me responsible for any of these', {
  care: 'conduct',
  required: not(any(...discipline.map(isAnswered))),
  message: 'Please answer the question about school discipline.',
})

const register = choice('register', 'Are you required to register as a sexual or violent offender?', noYes, {
  as: 'radio',
  required: true,
  care: 'conduct',
  message: 'Please answer the question about registration as an offender.',
})

/** Questions about crimes and discipline. */
const conduct = [
  note('Answering yes doesn’t automatically affect your application. We may ask you for details.'),
  tickGroup('Have you been convicted of any of these? Check all that apply.', convictions, {
    none: convictionsNone,
    gate: { question: 'Have you been convicted of any of these?', no: 'No', yes: 'Yes' },
  }),
  tickGroup('Do you have pending charges for any of these? Check all that apply.', pending, {
    none: pendingNone,
    gate: { question: 'Do you have pending charges for any of these?', no: 'No', yes: 'Yes' },
  }),
  tickGroup('Has a school or college found you responsible for any of these? Check all that apply.', discipline, {
    none: disciplineNone,
    gate: {
      question: 'Has a school or college found you responsible for any of these?',
      no: 'No',
      yes: 'Yes',
    },
  }),
  register,
] as const

// A checked box is a signature (requirements 5.application.60, 5.application.61 and 5.application.62).
const truthful = tick(
  'certify_checkbox',
  'I certify that everything in this application is complete and true. I could lose my admission if I give false information.',
  { required: true, message: 'Signature: your answers are complete and true' },
)

const obligations = tick(
  'obligation_checkbox',
  'I will pay what I owe {partner_name} and follow its rules while I am a student.',
  { required: true, message: 'Signature: your obligations as a student' },
)

const legal = tick('legal_agree', 'I understand that checking these boxes and submitting is my legal signature.', {
  required: true,
  message: 'Signature: your agreement to sign electronically',
})

/** The three signatures under one heading. */
const certification = tickGroup('Sign and submit', [truthful, obligations, legal], {
  signature: true,
  help: 'Please read each statement. Checking a box is your signature for your whole application, including everything under “Check your answers.”',
})

/** Step 3, in one group (requirements 2.routes.4 and 3.pages.3): the conduct questions, followed by the signatures. */
export const finalSteps = page('final-steps', 'Submit', [
  section('conduct-and-certification', 'Conduct and certification', [...conduct, certification]),
])
