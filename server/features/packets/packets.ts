import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** What every function of this subject works with. */
export type Packets = {
  readonly database: Database
  readonly keyRing: KeyRing
  readonly storage: Storage
}
