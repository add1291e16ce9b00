import type { PGlite } from '@electric-sql/pglite'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The open database. Both kinds speak the same SQL; `db` gives int8 as number, timestamptz as Date, jsonb as a value. */
export type Database = {
  readonly db: Kysely<Tables>
  /** Ends every connection and frees the lock of the embedded database; whoever uses it stops first. Again: nothing. */
  readonly close: () => Promise<void>
} & (
  | { readonly kind: 'embedded'; readonly pglite: PGlite }
  | { readonly kind: 'postgres'; readonly connectionString: string }
)
