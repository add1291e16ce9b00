import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { MailMessage } from './mail-message.ts'
import { queuedMails } from './queued-mails.ts'

/** Mails of one kind or of every kind, by the address they go to. */
export type MailsTo = { readonly to: string; readonly kind?: MailMessage['kind'] | undefined }

/**
 * Removes mails from the queue, where those of the last week are, sent or not. What was sent under a secret key that has
 * been destroyed since goes too: nobody can read any more whose it was, or needs it.
 */
export async function forgetMails(
  keyRing: Pick<KeyRing, 'open' | 'hasKeyOf'>,
  db: Kysely<Tables>,
  forgotten: readonly MailsTo[],
): Promise<void> {
  const isForgotten = ({ to, kind }: MailMessage) =>
    forgotten.some((each) => each.to === to && (each.kind === undefined || each.kind === kind))
  const theirs = (await queuedMails(keyRing, db))
    .filter(({ mail, is_over }) => (mail ? isForgotten(mail.message) : is_over))
    .map(({ id }) => id)
  if (theirs.length > 0)
    await sql`delete from pgboss.job where name = 'mail' and id = any(${theirs}::uuid[])`.execute(db)
}
