import { type Kysely, type Selectable, sql } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { clockDoubt, inTransaction, type Tables } from '../../platform/database/index.ts'
import { scheduled } from '../../platform/jobs/index.ts'
import { mailTrouble } from '../../running/mail/index.ts'
import { eraseAccounts, eraseApplication, isOnHold } from './erase-application.ts'
import type { ErasureDeps } from './erasure-deps.ts'

const USAGE = 'Usage: npm run retention -- --dry-run, or retention -- [--all] --by <person>'

/** `npm run retention`: says what is due, or erases it. `--all` ignores the ceiling once. */
export async function retentionCommand(deps: ErasureDeps, words: readonly string[]): Promise<readonly string[]> {
  const options = { by: { type: 'string' }, all: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
  const { values, positionals } = parseWords(words, options, USAGE)
  if (positionals.length > 0) throw new Error(USAGE)
  const due = await dueNow(deps)
  if (values['dry-run']) return [...dueInWords(due, 'would be'), ...due.drafts.map(({ id }) => id), ...due.submitted]
  const by = personIn(values.by)
  const problem = await problemWithDue(deps, due, { all: values.all })
  if (problem !== undefined) return [problem]
  await deps.database.db
    .insertInto('audit')
    .values({ actor: operator(), action: 'retention run', subject: 'applications', detail: JSON.stringify({ by }) })
    .execute()
  await applyRetention(deps, due)
  return dueInWords(due, 'were')
}

/** At night in the United States. */
const retentionQueue = scheduled('retention', '23 9 * * *', { retryDelay: 300, expireInSeconds: 3600 })

/** Applies the retention every night, in one process for all; call it before the jobs start. */
export const defineRetentionJob = (deps: ErasureDeps): void =>
  deps.jobs.define(retentionQueue, async () => {
    const due = await dueNow(deps)
    const problem = await problemWithDue(deps, due)
    if (due.mailTrouble !== undefined) deps.log.warn(due.mailTrouble)
    if (problem === undefined) await applyRetention(deps, due)
    else deps.log.warn(problem)
  })

/** What an operator should know, one sentence each. */
export async function retentionWarnings(deps: ErasureDeps): Promise<readonly string[]> {
  if (deps.institution.retention === undefined) return []
  const problem = await problemWithDue(deps, await dueNow(deps))
  return problem === undefined ? [] : [problem]
}

/** What the retention would do now, one sentence each; none without a retention. */
export async function retentionNow(deps: ErasureDeps): Promise<readonly string[]> {
  if (deps.institution.retention === undefined) return []
  const due = await dueNow(deps)
  const problem = await problemWithDue(deps, due)
  return [...dueInWords(due, 'would be'), ...(problem === undefined ? [] : [problem])]
}

const dueInWords = (
  { warned, notices, drafts, submitted, accounts, auditBefore, mailTrouble }: Due,
  verb: string,
): readonly string[] => [
  `${warned.length} mails ${verb} written to owners of drafts, saying that their draft goes in two weeks.`,
  `${notices.sent} owners were told within two weeks. ${notices.waiting} such mails were not accepted by the mail server; those drafts stay.`,
  `${drafts.length} drafts, ${submitted.length} submitted applications and ${accounts.length} unused accounts ${verb} erased.`,
  ...(mailTrouble === undefined ? [] : [mailTrouble]),
  ...(auditBefore ? [`Rows of the audit log before ${auditBefore.toISOString()} ${verb} removed.`] : []),
]

const DAY = 86_400_000 // ms

/** How long before it goes the owner of a draft is told. */
const NOTICE = 14 * DAY

/** If more than both of these are due at once, something is wrong, unless an operator says otherwise. */
const limit = { applications: 500, part: 0.1 } as const

/** What institution.json's `retention` says is due; of what it does not name, nothing ever is. */
type Due = {
  /** Drafts whose owners are told now that they will go. */
  readonly warned: readonly Draft[]
  /** Drafts whose owners wait for a mail, or have less than two weeks since the mail server accepted it. */
  readonly notices: { readonly waiting: number; readonly sent: number }
  /** Drafts that nobody opened for so long, and whose owners were told two weeks ago. */
  readonly drafts: readonly { readonly id: string; readonly idleSince: Date }[]
  readonly submitted: readonly string[]
  /** Ids of accounts in which no application was ever begun. */
  readonly accounts: readonly string[]
  /** Rows of the audit log before this time. */
  readonly auditBefore: Date | undefined
  /** Why drafts and accounts are left alone. */
  readonly mailTrouble: string | undefined
}

type Draft = { readonly id: string; readonly accountId: string; readonly email: string; readonly term: string }

/**
 * What is due now. Applications on hold never are, and while the mail server refuses what we send, neither is what mails
 * protect: drafts, and accounts whose owners may wait for a code.
 */
export async function dueNow(deps: ErasureDeps): Promise<Due> {
  const { database, institution, now } = deps
  const { db } = database
  const { draft_days, unused_account_days, audit_years } = institution.retention ?? {}
  const before = (days: number | undefined) => daysBefore(now(), days)
  const { rows: drafts } = await sql<{
    id: string
    account_id: string
    email: string
    term: string
    idle_since: Date
    asked_at: Date | null
    told_at: Date | null
  }>`
    with draft as (
      select application.id, "user".id as account_id, email,
        coalesce((select term_label from application_index where application_id = application.id), '') as term, greatest(
        application.updated_at, (select max(at) from successful_login where account_id = "user".id)
      ) as idle_since
      from application join "user" on "user".id = ${ownerAccount}
      where not exists (select from submission where application_id = application.id)
        and not exists (select from hold where application_id = application.id)
    )
    select draft.*, asked_at, told_at
    from draft cross join lateral (
      select max(enqueued_at) as asked_at, max(coalesce(sent_at, refused_at)) as told_at from sent_mail
      where application_id = draft.id and kind = 'draft_ends' and enqueued_at > idle_since
    ) as notice
    where idle_since < ${new Date(before(draft_days).getTime() + (draft_days === undefined ? 0 : NOTICE))}
    order by idle_since`.execute(db)
  const submitted = await dueSubmissions(deps, db).execute()
  const accounts = await db
    .selectFrom('user')
    .select('id')
    .where('createdAt', '<', before(unused_account_days))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('application').select('id').where(ownerAccount, '=', sql.ref<string>('user.id')))),
    )
    .execute()
  const ends = now().getTime() - NOTICE
  const trouble = await mailTrouble(db)
  const isMailed = trouble === undefined
  return {
    notices: {
      waiting: drafts.filter(({ asked_at, told_at }) => asked_at && !told_at).length,
      sent: drafts.filter(({ told_at }) => told_at && told_at.getTime() > ends).length,
    },
    warned: drafts
      // Once more, if the mail server was away for longer than the mail was tried.
      .filter(({ asked_at, told_at }) => told_at === null && (asked_at === null || asked_at.getTime() <= ends))
      .map(({ id, account_id, email, term }) => ({ id, accountId: account_id, email, term })),
    drafts: drafts
      .filter(
        ({ idle_since, told_at }) =>
          isMailed && idle_since < before(draft_days) && told_at && told_at.getTime() <= ends,
      )
      .map(({ id, idle_since }) => ({ id, idleSince: idle_since })),
    submitted: submitted.map(({ application_id }) => application_id),
    accounts: isMailed ? accounts.map(({ id }) => id) : [],
    auditBefore: audit_years === undefined ? undefined : yearsBefore(now(), audit_years),
    mailTrouble: trouble,
  }
}

/** So many days before a time; without a number, before everything. */
const daysBefore = (time: Date, days: number | undefined) =>
  new Date(days === undefined ? 0 : time.getTime() - days * DAY)

/** The same day so many years before a time, or the one after a leap day; without a number, before everything. */
function yearsBefore(time: Date, years: number | undefined): Date {
  if (years === undefined) return new Date(0)
  const before = new Date(time)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}

/** Submitted applications whose years have passed. */
const dueSubmissions = (
  { institution: { retention: { submitted_years: years } = {} }, now }: ErasureDeps,
  db: Kysely<Tables>,
) =>
  db
    .selectFrom('submission')
    .select('application_id')
    .where('submitted_at', '<', yearsBefore(now(), years))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('hold').whereRef('hold.application_id', '=', 'submission.application_id'))),
    )
    .where(sql<boolean>`not is_reopened(submission.application_id)`)

/**
 * The sentences that stop the retention. So much at once is a mistake more often than not, unless `all` is meant. What a
 * clock erases that is years ahead, as that of a machine started anew may be, nobody brings back.
 */
async function problemWithDue(
  { database, now }: ErasureDeps,
  due: Due,
  { all: isAllMeant = false }: { readonly all?: boolean | undefined } = {},
): Promise<string | undefined> {
  const { db } = database
  const doubt = await clockDoubt({ database, now })
  if (doubt !== undefined) return `The retention erased nothing. ${doubt}`
  const count = due.drafts.length + due.submitted.length
  if (isAllMeant || count <= limit.applications) return undefined
  const { all } = await db
    .selectFrom('application')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return count > limit.part * all
    ? `The retention erased nothing: ${count} of ${all} applications are due at once. If that is right, run: npm run retention -- --all --by <person>`
    : undefined
}

/** Tells owners of drafts, then erases what is due, one application at a time. */
export async function applyRetention(deps: ErasureDeps, due: Due): Promise<void> {
  const { database, now, log } = deps
  for (const draft of due.warned) await tell(deps, draft, new Date(now().getTime() + NOTICE))
  let erased = 0
  const submitted = due.submitted.map((id) => ({ id, idleSince: undefined }))
  for (const { id, idleSince } of [...due.drafts, ...submitted]) {
    const isErased = await inTransaction(database.db, async (transaction) => {
      // Somebody may have opened it, signed it again or put it on hold meanwhile.
      const row = transaction.selectFrom('application').selectAll().where('id', '=', id).forUpdate()
      const found = await row.executeTakeFirst()
      if (!found || (await isOnHold(transaction, id))) return false
      const isDue = idleSince
        ? !(await isOpenedSince(transaction, found, idleSince))
        : await dueSubmissions(deps, transaction).where('application_id', '=', id).executeTakeFirst()
      if (!isDue) return false
      return eraseApplication(deps, transaction, id, { cause: 'retention' })
    })
    if (isErased) erased += 1
  }
  await inTransaction(database.db, (transaction) => eraseAccounts(deps, transaction, due.accounts))
  // The database refuses what is younger than a year by its own clock, and this one may be ahead.
  const auditBefore = sql`least(${due.auditBefore}::timestamptz, now() - interval '1 year')`
  if (due.auditBefore) await sql`select erase_old_audit(${auditBefore})`.execute(database.db)
  if (erased > 0) log.info({ erased }, 'Applications whose time has passed were erased.')
}

async function isOpenedSince(
  db: Kysely<Tables>,
  {
    id,
    account_id,
    former_account_id,
    updated_at,
  }: Pick<Selectable<Tables['application']>, 'id' | 'account_id' | 'former_account_id' | 'updated_at'>,
  time: Date,
): Promise<boolean> {
  const login = db
    .selectFrom('successful_login')
    .select('id')
    .where('account_id', '=', account_id ?? former_account_id ?? '')
    .where('at', '>', time)
  const submission = db.selectFrom('submission').select('reference').where('application_id', '=', id)
  return Boolean(updated_at > time || (await login.executeTakeFirst()) || (await submission.executeTakeFirst()))
}

/** Tells the owner of a draft when it will go, once for each time that it lies idle. */
const tell = ({ database, mail }: ErasureDeps, { id, accountId, email, term }: Draft, on: Date): Promise<void> =>
  inTransaction(database.db, async (transaction) => {
    const key = `draft ends ${id} ${on.toISOString().slice(0, 10)}`
    const { numInsertedOrUpdatedRows: added } = await transaction
      .insertInto('sent_mail')
      .values({ key, kind: 'draft_ends', application_id: id, account_id: accountId })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (added === 0n) return
    const values = { deleted_on: on.toISOString() }
    await mail.enqueue(transaction, { kind: 'draft_ends', to: email, values, about: { id, term } }, { once: key })
  })
