import { page } from '../../engine/index.ts'
import { collegesSection } from './colleges.ts'
import { highSchoolSection } from './high-school.ts'
import { tests } from './tests.ts'

/** Step 2, in three groups (requirements 2.routes.3 and 3.pages.2). */
export const education = page('education', 'Academic History', [highSchoolSection, collegesSection, tests])
