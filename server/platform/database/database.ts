import type { PGlite } from '@electric-sql/pglite'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The open database. Both kinds use the same SQL; `db` gives int8 as number, timestamptz as Date, jsonb as a value. */
export type Database = {
  readonly db: Kysely<Tables>
  /** Ends all connections and frees the embedded database's lock. Stop its users first; a second call does nothing. */
  readonly close: () => Promise<void>
} & (
  | { readonly kind: 'embedded'; readonly pglite: PGlite }
  | {
      readonly kind: 'postgres'
      readonly connectionString: string
      /** The connections of this process's pool now, and how many requests wait for one. */
      readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number }
    }
)
