import type { Database } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** The dependencies of every function in this folder. */
export type Packets = {
  readonly database: Database
  readonly keyRing: KeyRing
  readonly storage: Storage
}
