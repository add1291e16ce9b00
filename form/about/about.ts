import { page } from '../../engine/index.ts'
import { citizenshipSection } from './citizenship.ts'
import { contact } from './contact.ts'
import { name } from './name.ts'
import { program } from './program.ts'

/** Step 1 (specification §2). */
export const about = page('about', 'Personal Info', [name, contact, citizenshipSection, program])
