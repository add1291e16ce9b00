import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { operator, parseWords } from '../../platform/control/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { KeyRing, sealedSchema } from '../../platform/secrets/index.ts'
import { enqueueSealed, isOutdated, mailIn } from './create-mail.ts'

type MailsDeps = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: Pick<KeyRing, 'open' | 'hasKeyOf'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly now: () => Date
}

const USAGE = 'Usage: npm run mails -- again --since <date or time, such as 2026-11-27 or 2026-11-27T09:30:00-07:00>'

/**
 * `npm run mails -- again --since <time>`: sends again the mails that the mail server has refused since then and not
 * accepted, for whatever reason, and tries those that wait at once. Codes, links and notices that are of no use any more
 * are left out. A receipt whose text is no longer in the queue is made anew.
 */
export async function mailsCommand(deps: MailsDeps, words: readonly string[]): Promise<readonly string[]> {
  const { values, positionals } = parseWords(words, { since: { type: 'string' } }, USAGE)
  const since = new Date(/^\d{4}-\d\d-\d\d(T|$)/.test(values.since ?? '') ? (values.since ?? '') : '')
  if (positionals.join(' ') !== 'again' || Number.isNaN(since.getTime())) throw new Error(USAGE)
  const { db } = deps.database
  const { rows: waiting } = await sql`
    update pgboss.job set start_after = clock_timestamp() where name = 'mail' and state < 'active' returning id`.execute(
    db,
  )
  const counts = { again: 0, anew: 0, late: 0, lost: 0 }
  for (const refused of await refusedSince(db, since))
    counts[await inTransaction(db, (transaction) => sendAgain(deps, transaction, refused))] += 1
  const audited = { actor: operator(), action: 'mails sent again', subject: 'mails' }
  const detail = JSON.stringify({ since: since.toISOString(), waiting: waiting.length, ...counts })
  await db
    .insertInto('audit')
    .values({ ...audited, detail })
    .execute()
  return [
    `Mails that waited and are tried now: ${waiting.length}. Mails sent again: ${counts.again}.`,
    `Receipts that are made anew within ten minutes: ${counts.anew}.`,
    `Not sent again: ${counts.late} whose code, link or notice is of no use any more, ${counts.lost} whose text is gone.`,
  ]
}

type Refused = { readonly key: string; readonly kind: string; readonly sealed: z.infer<typeof sealedSchema> | null }

/** The mails that were refused since then, each with what its job holds, but none that still waits. */
async function refusedSince(db: Kysely<Tables>, since: Date): Promise<readonly Refused[]> {
  const { rows } = await sql<Refused>`
    select key, kind, (
      select data -> 'sealed' from pgboss.job where name = 'mail' and singleton_key = key order by created_on desc limit 1
    ) as sealed
    from sent_mail where sent_at is null and greatest(refused_at, blocked_at) >= ${since}
      and not exists (select from pgboss.job where name = 'mail' and singleton_key = key and state <= 'active')
    order by id`.execute(db)
  return rows
}

async function sendAgain({ keyRing, jobs, now }: MailsDeps, transaction: Kysely<Tables>, refused: Refused) {
  const { key, kind, sealed } = refused
  const mail = sealed && keyRing.hasKeyOf(sealed) ? mailIn(keyRing, sealed) : undefined
  if (mail && isOutdated(mail.message, now())) return 'late'
  // Receipts that were asked for an hour ago and not sent are asked for again by themselves.
  if (!mail && kind !== 'receipt') return 'lost'
  const enqueued_at = mail ? sql<Date>`clock_timestamp()` : sql<Date>`clock_timestamp() - interval '1 hour'`
  const unsettled = { enqueued_at, refused_at: null, refused_status: null, blocked_at: null, reply: null }
  await transaction.updateTable('sent_mail').set(unsettled).where('key', '=', key).execute()
  if (!mail || !sealed) return 'anew'
  await enqueueSealed(jobs, transaction, mail, sealed)
  return 'again'
}
