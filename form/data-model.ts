import { aboutKeys } from './data-model/about-keys.ts'
import { educationKeys } from './data-model/education-keys.ts'
import { finalStepsKeys } from './data-model/final-steps-keys.ts'

/**
 * The keys that the student system takes, written by hand: the start-up checks compare the form with it, so a key
 * that was misspelled in a definition cannot reach an export (requirement 5.development.3).
 */
export const dataModel: readonly string[] = [...aboutKeys, ...educationKeys, ...finalStepsKeys]
