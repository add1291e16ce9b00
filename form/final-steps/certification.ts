import { tick, tickGroup } from '../../engine/index.ts'

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
export const certification = tickGroup('Sign and submit', [truthful, obligations, legal], {
  signature: true,
  help: 'Please read each statement. Checking a box is your signature for your whole application, including everything under “Check your answers.”',
})
