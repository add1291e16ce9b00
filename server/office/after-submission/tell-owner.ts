import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import type { AfterSubmission } from './after-submission.ts'

type Told = { readonly id: string; readonly account: string; readonly about: string | number }

/** Mails the owner of an application. The row of `sent_mail` shows staff what became of it. */
export async function tellOwner(
  { mail }: Pick<AfterSubmission, 'mail'>,
  transaction: Kysely<Tables>,
  { id, account, about }: Told,
  message: MailMessage,
): Promise<void> {
  const key = `${message.kind} ${about}`
  await transaction
    .insertInto('sent_mail')
    .values({ key, kind: message.kind, application_id: id, account_id: account })
    .execute()
  await mail.enqueue(transaction, message, { once: key })
}
