import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing, Sealed } from '../../platform/secrets/index.ts'
import { isOutdated, mailIn, outcomeKey } from './create-mail.ts'
import type { MailMessage } from './mail-message.ts'

/** The job of a mail. It is kept for a week after it has ended. */
type MailJob = {
  readonly id: string
  readonly sealed: Sealed
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  /** How often it was tried again, without the first try. */
  readonly retries: number
  readonly next_try: Date
  /** Whether it has ended, well or not, and when. */
  readonly is_over: boolean
  readonly ended_at: Date | null
}

/** The jobs of all mails, each with its mail, or without one if that is under a secret key which is gone. */
async function queuedMails(keyRing: Pick<KeyRing, 'open' | 'hasKeyOf'>, db: Kysely<Tables>) {
  const { rows } = await sql<MailJob>`
    select id, data -> 'sealed' as sealed, state, retry_count as retries, start_after as next_try,
      state > 'active' as is_over, completed_on as ended_at
    from pgboss.job where name = 'mail'`.execute(db)
  return rows.map((job) => ({ ...job, mail: keyRing.hasKeyOf(job.sealed) ? mailIn(keyRing, job.sealed) : undefined }))
}

/** A mail without its text: its kind, when it was asked for, and in words what became of it. */
type MailOutcome = { readonly kind: string; readonly at: string; readonly outcome: string }

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

/** How many mails that are still to be sent are encrypted with the secret key of this id. */
export async function countMailsUnder(db: Kysely<Tables>, keyId: string): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from pgboss.job
    where name = 'mail' and state in ('created', 'retry', 'active') and data -> 'sealed' ->> 'kid' = ${keyId}`.execute(
    db,
  )
  return rows[0]?.mails ?? 0
}
