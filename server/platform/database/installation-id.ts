import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The id of the installation that this database is; it stands before every key of its storage. */
export async function installationId(db: Kysely<Tables>): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
