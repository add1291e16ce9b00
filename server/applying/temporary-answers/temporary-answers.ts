import type { Form } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'

/** The dependencies for storing answers for a link. */
export type TemporaryAnswers = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'seal' | 'open' | 'hasKeyOf' | 'derive'>
  readonly form: Form
  /** The origin that applicants see, with which the link begins. */
  readonly baseUrl: string
  readonly now: () => Date
}

/** The encryption context of answers, so that those of one token cannot be decrypted under another. */
export const contextOf = (hash: string): string => `temporary:${hash}`
