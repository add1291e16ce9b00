import type { Kysely } from 'kysely'
import { endedBefore, type Tables } from '../../../platform/database/index.ts'
import { tokenHash } from '../../../platform/secrets/index.ts'

/** Marks a text as used; false if it was already. It is forgotten a day after `until`, when nobody accepts it any more. */
export async function markUsed(db: Kysely<Tables>, text: string, until: Date, now: Date): Promise<boolean> {
  const ended = await endedBefore({ database: { db }, now: () => now })
  await db.deleteFrom('staff_used_once').where('expires_at', '<', ended).execute()
  const used = await db
    .insertInto('staff_used_once')
    .values({ hash: tokenHash(text), expires_at: until })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}
