import { page } from '../../engine/index.ts'
import { citizenshipSection } from './citizenship.ts'
import { contact } from './contact.ts'
import { demographics } from './demographics.ts'
import { inStateTuition } from './in-state/in-state-tuition.ts'
import { military } from './military.ts'
import { name } from './name.ts'
import { parentsSection } from './parents.ts'
import { previousAttendance } from './previous-attendance.ts'
import { program } from './program.ts'

/**
 * Step 1, in nine groups (requirements 2.routes.1 and 3.pages.1): personal details, program, residency, other
 * information.
 */
export const about = page('about', 'Personal Info', [
  name,
  citizenshipSection,
  contact,
  program,
  previousAttendance,
  military,
  inStateTuition,
  parentsSection,
  demographics,
])
