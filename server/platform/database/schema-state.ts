import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** What the tables of a database are to this release. `newer` names the migration that this release does not know. */
export type SchemaState =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind' }
  | { readonly kind: 'unusable'; readonly newer: string }

/**
 * Compares the migrations that a database has with those that this release knows. It only reads, so it works for a
 * user who may not change tables. Tables of a newer release are current as long as each unknown migration says, by
 * `-needs-NNNN` at the end of its name, that a release that knows migration NNNN can run on them (docs/releases.md).
 */
export async function schemaState(db: Kysely<Tables>, known: readonly string[]): Promise<SchemaState> {
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !known.includes(name))
  const missing = known.filter((name) => !applied.includes(name))
  const newer = unknown.find((name) => missing.length > 0 || !isUsableBy(known, name))
  if (newer !== undefined) return { kind: 'unusable', newer }
  return { kind: missing.length > 0 ? 'behind' : 'current' }
}

/** The ending with which a migration names the oldest migration that a release must know to run beside it. */
export const NEEDS = /-needs-(\d{4})$/

function isUsableBy(known: readonly string[], migration: string): boolean {
  const needed = NEEDS.exec(migration)?.[1]
  return needed !== undefined && known.some((name) => name.startsWith(`${needed}-`))
}

async function appliedMigrations(db: Kysely<Tables>): Promise<readonly string[]> {
  const found = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!found.rows[0]?.found) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
