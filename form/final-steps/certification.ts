import { tick, tickGroup } from '../../engine/index.ts'

// A checked box is a signature (requirements 5.application.60, 5.application.61 and 5.application.62).
const truthful = tick(
  'certify_checkbox',
  'I certify that everything I have said in this application is complete and true, and I understand that a false statement may end my admission.',
  { required: true, message: 'Signature: your answers are complete and true' },
)
const obligations = tick(
  'obligation_checkbox',
  'I will pay what I owe {partner_name} and keep its rules for as long as I am a student there.',
  { required: true, message: 'Signature: your obligations as a student' },
)
const legal = tick(
  'legal_agree',
  'I understand that ticking these boxes and submitting this application is my legal signature.',
  { required: true, message: 'Signature: your agreement to sign electronically' },
)

/** The three signatures under one heading. */
export const certification = tickGroup('Certification', [truthful, obligations, legal], {
  help: 'Please read each sentence. Your tick is your signature under every answer of this application: those on this page and all that stand under ‘Check your answers’.',
})
