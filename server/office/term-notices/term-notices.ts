import { sql } from 'kysely'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { scheduled } from '../../platform/jobs/index.ts'
import { endOfDay } from '../../running/institution/index.ts'
import { mailTrouble } from '../../running/mail/index.ts'
import { remindOfDrafts, restingDrafts } from './resting-drafts.ts'
import { aboutReminder, isRemindable, lockForReminder, type TermNoticeDeps } from './stop-reminders.ts'

const USAGE = 'Usage: npm run term-notices -- --dry-run, or term-notices -- --by <person>'

/** `npm run term-notices`: says whom the notices would go to now, or sends them. */
export async function termNoticesCommand(deps: TermNoticeDeps, words: readonly string[]): Promise<readonly string[]> {
  const options = { by: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
  const { values, positionals } = parseWords(words, options, USAGE)
  if (positionals.length > 0) throw new Error(USAGE)
  const due = await dueNotices(deps)
  const drafts = await restingDrafts(deps)
  if (values['dry-run'])
    return [
      `Applicants who would be told that their term closes: ${due.length}`,
      ...due.map(asLine),
      `Applicants who would be reminded of a draft: ${drafts.length}`,
      ...drafts.map(({ id }) => id),
    ]
  const by = personIn(values.by)
  await deps.database.db
    .insertInto('audit')
    .values({ actor: operator(), action: 'term notices', subject: 'applications', detail: JSON.stringify({ by }) })
    .execute()
  return [
    `Applicants told that their term closes: ${await sendNotices(deps, due)}`,
    `Applicants reminded of a draft: ${await remindOfDrafts(deps, drafts)}`,
  ]
}

const asLine = ({ id, term }: DueNotice) => `${id} ${term}`

/** Hourly, so that two days are two days. */
const termNoticesQueue = scheduled('term-notices', '11 * * * *', { retryDelay: 300, expireInSeconds: 3000 })

/** Sends what is due every hour, in one process for all; call it before the jobs start. */
export const defineTermNoticesJob = (deps: TermNoticeDeps): void =>
  deps.jobs.define(termNoticesQueue, async () => {
    await sendNotices(deps, await dueNotices(deps))
    await remindOfDrafts(deps, await restingDrafts(deps))
  })

const NOTICE = 2 * 86_400_000 // ms

const MINUTE = 60_000 // ms

/** An application that is not submitted, whose term closes within two days, and whose owner was not told yet. */
type DueNotice = { readonly id: string; readonly email: string; readonly term: string }

/** The notices that are due now. None while the mail server refuses what we send. */
export async function dueNotices(deps: TermNoticeDeps): Promise<readonly DueNotice[]> {
  const terms = closingTerms(deps).map(({ term }) => term)
  if (terms.length === 0 || (await mailTrouble(deps.database.db)) !== undefined) return []
  const { rows } = await sql<DueNotice>`
    select application.id, email, term
    from application_index join application on application.id = application_id join "user" on "user".id = account_id
    where term in (${sql.join(terms)})
      and ${isRemindable}
      and not exists (select from sent_mail where key = concat('term closes ', application.id, ' ', term))
    order by application.id`.execute(deps.database.db)
  return rows
}

/**
 * Tells these applicants, each in a transaction of its own and once for each term, however often it is called. Whoever
 * has submitted or chosen another term meanwhile is not told. Returns how many were.
 */
export async function sendNotices(deps: TermNoticeDeps, due: readonly DueNotice[]): Promise<number> {
  let mailed = 0
  for (const { id, email, term } of due) {
    const closing = closingTerms(deps).find((each) => each.term === term)
    if (closing === undefined) continue // it has closed since
    const key = `term closes ${id} ${term}`
    const isMailed = await inTransaction(deps.database.db, async (transaction) => {
      await lockForReminder(transaction, id)
      const { numAffectedRows } = await sql`
        insert into sent_mail (key, kind, application_id, account_id)
        select ${key}, 'term_closes', application.id, account_id
        from application join application_index on application_id = application.id
        where application.id = ${id} and term = ${term} and ${isRemindable}
        on conflict (key) do nothing`.execute(transaction)
      if (!numAffectedRows) return false
      // Its last minute, because a mail that says midnight leaves open which one.
      const closes_at = new Date(closing.closed - MINUTE).toISOString()
      const values = { term: closing.label, closes_at }
      const about = aboutReminder(deps, id, closing.label)
      await deps.mail.enqueue(transaction, { kind: 'term_closes', to: email, values, about }, { once: key })
      return true
    })
    if (isMailed) mailed += 1
  }
  return mailed
}

/** The terms that close within two days. None for a university that wants no reminders. */
function closingTerms({ institution, now }: TermNoticeDeps) {
  const { entry_terms, term_dates = {}, time_zone, reminders } = institution
  if (reminders === false) return []
  const at = now().getTime()
  return entry_terms.flatMap(([term, label]) => {
    const day = term_dates[term]?.closes
    const closed = day === undefined ? 0 : endOfDay(time_zone, day).getTime()
    return at >= closed - NOTICE && at < closed ? [{ term, label, closed }] : []
  })
}
