import { page } from '../../engine/index.ts'
import { certification } from './certification.ts'
import { conduct } from './conduct.ts'

/** Step 3 (specification §2). */
export const finalSteps = page('final-steps', 'Submit', [conduct, certification])
