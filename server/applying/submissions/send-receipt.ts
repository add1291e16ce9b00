import { sql, type Transaction } from 'kysely'
import { type Outline, rowsOf } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import type { Mail } from '../../running/mail/index.ts'
import { readSubmission } from './read-submission.ts'
import type { Submission } from './submission-deps.ts'

/** The dependencies for sending receipts. */
export type ReceiptDeps = { readonly mail: Mail; readonly keyRing: KeyRing }

/**
 * Mails the receipt of an accepted application once, however often it is requested (docs/decisions/0024). If it was
 * requested half an hour ago and has neither been sent nor refused since, it is requested again; if its job is still
 * waiting, that changes nothing.
 */
export async function sendReceipt(
  { mail, keyRing }: ReceiptDeps,
  transaction: Transaction<Tables>,
  { applicationId, accountId, reference, submittedAt, version }: Submission,
): Promise<void> {
  const key = `receipt ${applicationId}${version > 1 ? ` ${version}` : ''}`
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('sent_mail')
    .values({ key, kind: 'receipt', application_id: applicationId, account_id: accountId })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ enqueued_at: sql`clock_timestamp()` })
        .where('sent_mail.sent_at', 'is', null)
        .where('sent_mail.refused_at', 'is', null)
        .where('sent_mail.enqueued_at', '<', sql<Date>`clock_timestamp() - interval '30 minutes'`),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const { email } = await transaction
    .selectFrom('user')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const submission = await readSubmission(transaction, keyRing, applicationId)
  if (submission === undefined) throw new Error('A receipt was requested for an application that is not submitted.')
  const documents = documentsIn(submission.snapshot.outline)
  const values = {
    reference,
    submitted_at: submittedAt.toISOString(),
    documents,
    ...(version > 1 && { version: String(version) }),
  }
  await mail.enqueue(transaction, { kind: 'receipt', to: email, values }, { once: key })
}

/** The key of the receipt of a row of `submission`. */
export const keyOfReceipt = sql<string>`'receipt ' || submission.application_id
  || case when submission.version > 1 then ' ' || submission.version else '' end`

/** The signed documents in reading order, each with its question in the wording that was signed. */
const documentsIn = ({ pages }: Outline) =>
  pages
    .flatMap(({ items }) => rowsOf(items))
    .flatMap(({ label, file }) => (file ? [{ question: label, file_name: file.file_name }] : []))
