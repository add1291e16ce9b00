import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** How many mails that are still to be sent are encrypted with the secret key of this id. */
export async function countMailsUnder(db: Kysely<Tables>, keyId: string): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from pgboss.job
    where name = 'mail' and state in ('created', 'retry', 'active') and data -> 'sealed' ->> 'kid' = ${keyId}`.execute(
    db,
  )
  return rows[0]?.mails ?? 0
}
