import { page } from '../../engine/index.ts'
import { collegesSection } from './colleges.ts'
import { highSchoolSection } from './high-school.ts'

/** Step 2 (specification §2). */
export const education = page('education', 'Academic History', [highSchoolSection, collegesSection])
