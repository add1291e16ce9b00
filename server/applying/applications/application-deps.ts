import type { Institution } from '../../../api/index.ts'
import type { Form } from '../../../engine/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Editions } from '../../running/institution/index.ts'
import type { RecentAnswers } from './recent-answers.ts'

/** The dependencies of every function in this folder. */
export type ApplicationDeps = {
  readonly database: Database
  readonly keyRing: KeyRing
  readonly form: Form
  readonly institution: Institution
  /** If unset, every page shows the form that there is. */
  readonly editions?: Pick<Editions, 'active' | 'numbered'>
  readonly now: () => Date
  /** If unset, the answers are read anew for each save. */
  readonly recent?: RecentAnswers
}
