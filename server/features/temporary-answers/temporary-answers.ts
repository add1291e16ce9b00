import type { Form } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'

/** What keeping answers for a link works with. */
export type TemporaryAnswers = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'seal' | 'open' | 'derive'>
  readonly form: Form
  /** The origin applicants see, which the link begins with. */
  readonly baseUrl: string
  readonly now: () => Date
}

/** Where sealed answers belong: those of one token do not open under another. */
export const placeOf = (hash: string): string => `temporary:${hash}`
