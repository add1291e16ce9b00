import { type Kysely, sql } from 'kysely'
import { type Database, endedBefore, type Tables } from '../../platform/database/index.ts'
import { addressCodes, type Refusal } from './deliver-mail.ts'

/**
 * The outcomes of mails, without addresses: in their row of `sent_mail`, or in a new one for other mails that were not
 * sent. `key` is also that of the mail's job.
 */
export type Deliveries = {
  /** Whether this mail was already sent or refused for good: a job may run more than once. */
  readonly isSettled: (key: string) => Promise<boolean>
  readonly sent: (key: string) => Promise<void>
  /** A mail that was refused for good stays so; one that is blocked is tried again. */
  readonly notAccepted: (key: string, kind: string, refusal: Refusal) => Promise<void>
  /** Its code or link ended before the mail server took it. */
  readonly outdated: (key: string, kind: string) => Promise<void>
  /** Takes back what was refused for good within a day, because the mail server cannot be right. */
  readonly doubtRefusals: () => Promise<void>
}

export const createDeliveries = ({ db }: Pick<Database, 'db'>, now: () => Date): Deliveries => ({
  isSettled: async (key) => {
    const found = await db
      .selectFrom('sent_mail')
      .select(['sent_at', 'refused_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    return found !== undefined && (found.sent_at ?? found.refused_at) !== null
  },
  sent: async (key) => {
    const sent = { sent_at: sql<Date>`clock_timestamp()`, blocked_at: null, reply: null }
    await db.updateTable('sent_mail').set(sent).where('key', '=', key).execute()
  },
  notAccepted: async (key, kind, { kind: why, ...refusal }) => {
    const at = sql<Date>`clock_timestamp()`
    const status = 'status' in refusal ? refusal.status : null
    const outcome = {
      ...(why === 'refused' ? { refused_at: at, blocked_at: null } : { refused_at: null, blocked_at: at }),
      refused_status: status,
      reply: refusal.reply,
    }
    await db
      .insertInto('sent_mail')
      .values({ key, kind, ...outcome })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(outcome))
      .execute()
    // Nobody asks about codes and links after a month; a receipt belongs to its application.
    const ended = await endedBefore({ database: { db }, now })
    const newest = sql<Date>`greatest(enqueued_at, refused_at, blocked_at, sent_at)`
    await db
      .deleteFrom('sent_mail')
      .where('application_id', 'is', null)
      .where(newest, '<', sql<Date>`${ended}::timestamptz - interval '30 days'`)
      .execute()
  },
  outdated: async (key, kind) => {
    await db
      .insertInto('sent_mail')
      .values({ key, kind })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  doubtRefusals: async () => {
    await db
      .updateTable('sent_mail')
      .set({ blocked_at: sql<Date>`refused_at`, refused_at: null, refused_status: null })
      .where('refused_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
      .execute()
  },
})

/** What became of the mails of the last day. */
export type DayOfMails = {
  readonly accepted: number
  /** As the mail server said, because of their address. */
  readonly refused: number
  /** For another reason, and not accepted since. */
  readonly blocked: number
  /** The codes of the newest of those replies. */
  readonly reply: string | null
}

export async function dayOfMails(db: Kysely<Tables>): Promise<DayOfMails> {
  const { rows } = await sql<DayOfMails>`
    with day as (
      select blocked_at, reply, refused_at is not null or split_part(reply, ' ', 2) = any(${Object.keys(addressCodes)}::text[])
        as is_of_address
      from sent_mail where greatest(refused_at, blocked_at) > clock_timestamp() - interval '1 day'
    )
    select (
        select count(*)::int from pgboss.job where name = 'mail' and state = 'completed'
          and completed_on > clock_timestamp() - interval '1 day'
          and not exists (select from sent_mail where key = singleton_key and sent_at is null)
      ) as accepted,
      count(*) filter (where is_of_address)::int as refused,
      count(*) filter (where not is_of_address)::int as blocked,
      (array_agg(reply order by blocked_at desc) filter (where not is_of_address))[1] as reply
    from day`.execute(db)
  return rows[0] ?? { accepted: 0, refused: 0, blocked: 0, reply: null }
}

/** Fewer refused addresses may be a coincidence. */
const SUSPECT = 5

/**
 * Whether so many addresses cannot be wrong: a mail server that knows nobody any more, such as a relay that lost its
 * list. Then no refusal counts as one of an address.
 */
export const isSuspect = ({ accepted, refused }: DayOfMails): boolean => refused >= SUSPECT && refused > accepted

/** Why mails of ours do not arrive, in a sentence; undefined while the mail server accepts most. */
export async function mailTrouble(db: Kysely<Tables>): Promise<string | undefined> {
  const { accepted, refused, blocked, reply } = await dayOfMails(db)
  if (blocked + refused <= accepted || (blocked === 0 && refused < SUSPECT)) return undefined
  return `The mail server refused ${blocked + refused} mails of the last day and accepted ${accepted}${blocked === 0 ? '' : ` (last: ${reply})`}. Drafts and unused accounts are not erased meanwhile. What to do: docs/runbooks.md, Mails are refused.`
}

/** What an operator should know, one sentence each. */
export async function mailWarnings({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const trouble = await mailTrouble(db)
  if (trouble !== undefined) return [trouble]
  const { blocked, reply } = await dayOfMails(db)
  if (blocked === 0) return []
  return [
    `The mail server refused ${blocked} mails of the last day for a reason other than their address (last: ${reply}). They are tried again. What to do: docs/runbooks.md, Mails are refused.`,
  ]
}
