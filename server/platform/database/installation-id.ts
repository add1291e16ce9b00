import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The id of the installation that owns this database. Every key in its storage begins with it. */
export async function installationId(db: Kysely<Tables>): Promise<string> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
