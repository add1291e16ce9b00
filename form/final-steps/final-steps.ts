import { page, section } from '../../engine/index.ts'
import { certification } from './certification.ts'
import { conduct } from './conduct.ts'

/** Step 3, in one group (requirements 2.routes.4 and 3.pages.3): the conduct questions, followed by the signatures. */
export const finalSteps = page('final-steps', 'Submit', [
  section('conduct-and-certification', 'Conduct and Certification', [...conduct, certification]),
])
