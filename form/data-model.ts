import { ownKeys } from './data-model/own-keys.ts'
import { spelledKeys } from './data-model/spelled-keys.ts'

/**
 * The keys that the student system accepts. They are written by hand, separately from the questions, and compared with
 * the form at startup, so that a misspelled key cannot reach an export (requirement 5.development.3).
 */
export const dataModel: readonly string[] = [...spelledKeys, ...ownKeys.flatMap(([, keys]) => keys)]
