import { ownKeys } from './data-model/own-keys.ts'
import { spelledKeys } from './data-model/spelled-keys.ts'

/**
 * The keys that the student system takes, written by hand and apart from the questions: the start-up checks compare the
 * form with it, so a key that was misspelled in a definition cannot reach an export (requirement 5.development.3).
 */
export const dataModel: readonly string[] = [...spelledKeys, ...ownKeys.flatMap(([, keys]) => keys)]
