import { sql, type Transaction } from 'kysely'
import { schoolOf } from '../../../api/index.ts'
import { rowsOf } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import type { Mail } from '../../running/mail/index.ts'
import type { ApplicationDeps } from '../applications/index.ts'
import type { Snapshot } from './snapshot.ts'
import { standingOf } from './standing.ts'
import type { Submission } from './submission-deps.ts'

/** The dependencies for sending receipts. */
export type ReceiptDeps = Pick<ApplicationDeps, 'keyRing' | 'form'> & { readonly mail: Mail }

/**
 * Mails the receipt of an accepted application once, however often it is requested (docs/decisions/0024). If it was
 * requested half an hour ago and has neither been sent nor refused since, it is requested again; if its job is still
 * waiting, that changes nothing.
 */
export async function sendReceipt(
  { mail, ...deps }: ReceiptDeps,
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
  const { signed, term, checklist } = await standingOf(deps, transaction, applicationId)
  if (signed === undefined) throw new Error('A receipt was requested for an application that is not submitted.')
  const documents = documentsIn(deps, signed.snapshot)
  const values = {
    reference,
    submitted_at: submittedAt.toISOString(),
    documents,
    ...(version > 1 && { version: String(version) }),
  }
  const about = { id: applicationId, term, checklist }
  await mail.enqueue(transaction, { kind: 'receipt', to: email, values, about }, { once: key })
}

/** The key of the receipt of a row of `submission`. */
export const keyOfReceipt = sql<string>`'receipt ' || submission.application_id
  || case when submission.version > 1 then ' ' || submission.version else '' end`

/** The signed documents in reading order, each with its question in the wording that was signed, and its school. */
const documentsIn = ({ form }: Pick<ApplicationDeps, 'form'>, { outline, application }: Snapshot) =>
  outline.pages
    .flatMap(({ items }) => rowsOf(items))
    .flatMap(({ key, label, file }) => {
      if (!file) return []
      const school = schoolOf(form, application, key) || undefined
      return [{ question: label, school, file_name: file.file_name }]
    })
