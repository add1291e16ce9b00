import type { Transaction } from 'kysely'
import { type Outline, rowsOf } from '../../engine/index.ts'
import type { Tables } from '../database/index.ts'
import type { Mail } from '../mail/index.ts'
import type { KeyRing } from '../secrets/index.ts'
import { readSubmission, type Submission } from '../submissions/index.ts'

/** What sending receipts works with. */
export type Receipts = { readonly mail: Mail; readonly keyRing: KeyRing }

/** Mails the receipt of an accepted application, once, however often it is asked (specification §1). */
export async function sendReceipt(
  { mail, keyRing }: Receipts,
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
  const submission = await readSubmission(transaction, keyRing, applicationId)
  if (submission === undefined) throw new Error('A receipt was asked for an application that was not submitted.')
  await mail.enqueue(transaction, {
    kind: 'receipt',
    to: email,
    values: { reference, submitted_at: submittedAt.toISOString(), documents: documentsIn(submission.snapshot.outline) },
  })
}

/** The documents that were signed, in reading order, each with its question as it was worded that day. */
const documentsIn = ({ pages }: Outline) =>
  pages
    .flatMap(({ items }) => rowsOf(items))
    .flatMap(({ label, file }) => (file ? [{ question: label, file_name: file.file_name }] : []))
