import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** The id of an account's application; undefined if it has none yet. */
export async function applicationIdOf(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom('application').select('id').where('account_id', '=', accountId).executeTakeFirst()
  return row?.id
}
