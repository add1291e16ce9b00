import type { Kysely, Transaction } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { standingOf, withdrawnAt } from '../../applying/submissions/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { MailMessage } from '../../running/mail/index.ts'
import type { AfterSubmissionDeps } from './after-submission-deps.ts'

/** How long something may be asked of an applicant, in days. */
const LONGEST = 90
const DAY = 86_400_000 // ms

/**
 * A signed application, locked, of which something is asked until a moment: from now on, and for three months at most.
 * A refusal if there is none, or if it was withdrawn.
 */
export async function signedApplication(
  transaction: Transaction<Tables>,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<Refusal | { account: string; email: string; hasKey: boolean; version: number }> {
  const ahead = until.getTime() - now.getTime()
  if (ahead <= 0 || ahead > LONGEST * DAY) return refusal('wrong_time')
  const owner = await ownerOf(transaction, id)
  if (!owner) return refusal('no_such_application')
  const signed = await transaction
    .selectFrom('submission')
    .select('version')
    .where('application_id', '=', id)
    .executeTakeFirst()
  if (!signed) return refusal('not_submitted')
  if (await withdrawnAt(transaction, id)) return refusal('withdrawn')
  const { account, email, data_key } = owner
  return { account, email, hasKey: data_key !== null, version: signed.version }
}

/** An application, locked until the transaction ends, with its account and that account's email address. */
export const ownerOf = (transaction: Kysely<Tables>, applicationId: string) =>
  transaction
    .selectFrom('application')
    .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .select(['user.email', 'user.id as account', 'application.account_id', 'data_key'])
    .where('application.id', '=', applicationId)
    .forUpdate('application')
    .executeTakeFirst()

/** What a mail says of the application that it is about. */
export async function standingFor(deps: AfterSubmissionDeps, transaction: Kysely<Tables>, id: string) {
  const { term, checklist } = await standingOf(deps, transaction, id)
  return { id, term, checklist }
}

type Told = { readonly id: string; readonly account: string; readonly about: string | number }

/** Mails the owner of an application. The row of `sent_mail` shows staff what became of it. */
export async function tellOwner(
  { mail }: Pick<AfterSubmissionDeps, 'mail'>,
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
