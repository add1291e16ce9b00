import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { isOutdated, outcomeKey } from './create-mail.ts'
import { type MailJob, queuedMails } from './queued-mails.ts'

/** A mail without its text: its kind, when it was asked for, and in words what became of it. */
export type MailOutcome = { readonly kind: string; readonly at: string; readonly outcome: string }

/** The mails of the last week to an address, the newest first. Those under a secret key that is gone are left out. */
export async function mailsTo(
  keyRing: Pick<KeyRing, 'open' | 'hasKeyOf'>,
  db: Kysely<Tables>,
  address: string,
): Promise<readonly MailOutcome[]> {
  const theirs = (await queuedMails(keyRing, db)).flatMap(({ mail, ...job }) =>
    mail?.message.to === address ? [{ job, mail }] : [],
  )
  const keys = theirs.map(({ mail }) => outcomeKey(mail))
  const refused = await db
    .selectFrom('sent_mail')
    .select(['key', 'refused_status', 'refused_at', 'reply'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute()
  const statuses = new Map(refused.flatMap((row) => (row.refused_at ? [[row.key, row.refused_status] as const] : [])))
  const replies = new Map(refused.map(({ key, reply }) => [key, reply]))
  return theirs
    .map(({ job, mail }) => {
      const key = outcomeKey(mail)
      const isUnsent = job.ended_at !== null && isOutdated(mail.message, job.ended_at)
      return {
        kind: mail.message.kind,
        at: mail.at,
        outcome: statuses.has(key)
          ? `refused for good by the mail server (${statuses.get(key) ?? 'no status'})`
          : outcomeOf(job, isUnsent, replies.get(key)),
      }
    })
    .toSorted((one, other) => other.at.localeCompare(one.at))
}

function outcomeOf(job: MailJob, isUnsent: boolean, reply: string | null = null): string {
  if (job.state === 'created') return 'waits to be sent'
  if (job.state === 'active') return 'is being sent'
  if (job.state === 'retry') {
    const tries = job.retries + 1
    return `not accepted in ${tries} ${tries === 1 ? 'try' : 'tries'}${reply === null ? '' : ` (${reply})`}, next try at ${job.next_try.toISOString()}`
  }
  if (job.state !== 'completed') return 'given up after a week'
  return isUnsent ? 'not sent while its code or link was valid' : 'accepted by the mail server'
}
