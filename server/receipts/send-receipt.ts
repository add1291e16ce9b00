import type { Transaction } from 'kysely'
import type { Tables } from '../database/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Submission } from '../submissions/index.ts'

/** Mails the receipt of an accepted application, once, however often it is asked (specification §1). */
export async function sendReceipt(
  mail: Mail,
  transaction: Transaction<Tables>,
  { applicationId, accountId, reference, submittedAt }: Submission,
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('sent_mail')
    .values({ key: `receipt ${applicationId}`, kind: 'receipt', application_id: applicationId, account_id: accountId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const { email } = await transaction
    .selectFrom('user')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { document_answer } = await transaction
    .selectFrom('application')
    .select('document_answer')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const documents = Object.values(document_answer).map(({ file_name }) => file_name)
  await mail.enqueue(transaction, {
    kind: 'receipt',
    to: email,
    values: { reference, submitted_at: submittedAt.toISOString(), documents },
  })
}
