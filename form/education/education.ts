import { page } from '../../engine/index.ts'
import { collegesSection } from './colleges.ts'
import { highSchoolSection } from './high-school.ts'
import { tests } from './tests.ts'

/** Step 2 (specification §2), three groups (§3). */
export const education = page('education', 'Academic History', [highSchoolSection, collegesSection, tests])
