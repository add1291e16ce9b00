import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing, Sealed } from '../../platform/secrets/index.ts'
import { mailIn } from './create-mail.ts'

/** Removes every mail to an address from the queue, where those of the last week are, sent or not. */
export async function forgetMails(keyRing: Pick<KeyRing, 'open'>, db: Kysely<Tables>, address: string): Promise<void> {
  const { rows } = await sql<{ id: string; sealed: Sealed }>`
    select id, data -> 'sealed' as sealed from pgboss.job where name = 'mail'`.execute(db)
  const theirs = rows.filter(({ sealed }) => mailIn(keyRing, sealed).message.to === address).map(({ id }) => id)
  if (theirs.length > 0)
    await sql`delete from pgboss.job where name = 'mail' and id = any(${theirs}::uuid[])`.execute(db)
}
