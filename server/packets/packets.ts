import type { Database } from '../database/index.ts'
import type { KeyRing } from '../secrets/index.ts'
import type { Storage } from '../storage/index.ts'

/** What every function of this subject works with. */
export type Packets = {
  readonly database: Database
  readonly keyRing: KeyRing
  readonly storage: Storage
}
