import { type RawBuilder, sql } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { mailTrouble } from '../../running/mail/index.ts'
import { aboutReminder, isRemindable, lockForReminder, type TermNoticeDeps } from './stop-reminders.ts'

const DAY = 86_400_000 // ms

/** Days without a visit until a reminder, if institution.json does not say. */
const USUAL = 7

/** Days after which a draft is too old to be reminded of: so nobody is mailed about years when reminders begin. */
const LATEST = 7

/** A draft of which its owner is reminded. */
type Resting = { readonly id: string; readonly email: string; readonly term: string }

/** Drafts that nobody has opened for some days. None while the mail server refuses what we send. */
export async function restingDrafts(deps: TermNoticeDeps): Promise<readonly Resting[]> {
  const { db } = deps.database
  if (deps.institution.reminders === false || (await mailTrouble(db)) !== undefined) return []
  const { rows } = await sql<Resting>`
    select application.id, email, coalesce(term_label, '') as term
    from application join "user" on "user".id = ${ownerAccount}
      left join application_index on application_index.application_id = application.id
    where ${rests(deps)} order by application.id`.execute(db)
  return rows
}

/** Reminds these owners, each in a transaction of its own and once, however often it is called. Returns how many were. */
export async function remindOfDrafts(deps: TermNoticeDeps, due: readonly Resting[]): Promise<number> {
  let mailed = 0
  for (const { id, email, term } of due) {
    const key = `draft rests ${id}`
    const isMailed = await inTransaction(deps.database.db, async (transaction) => {
      await lockForReminder(transaction, id)
      const { numAffectedRows } = await sql`
        insert into sent_mail (key, kind, application_id, account_id)
        select ${key}, 'draft_rests', application.id, "user".id
        from application join "user" on "user".id = ${ownerAccount}
        where application.id = ${id} and ${rests(deps)}
        on conflict (key) do nothing`.execute(transaction)
      if (!numAffectedRows) return false
      const about = aboutReminder(deps, id, term)
      await deps.mail.enqueue(transaction, { kind: 'draft_rests', to: email, values: {}, about }, { once: key })
      return true
    })
    if (isMailed) mailed += 1
  }
  return mailed
}

/** Whether the draft of a row is due: opened some days ago and not much longer, and neither reminded of nor ending. */
function rests({ institution: { reminders }, now }: TermNoticeDeps): RawBuilder<boolean> {
  const days = reminders ? reminders.draft_days : USUAL
  const before = (count: number) => new Date(now().getTime() - count * DAY)
  return sql<boolean>`(
    ${isRemindable}
    and not exists (
      select from sent_mail where application_id = application.id and kind in ('draft_rests', 'draft_ends')
    )
    and greatest(application.updated_at, (select max(at) from successful_login where account_id = "user".id))
      between ${before(days + LATEST)} and ${before(days)}
  )`
}
