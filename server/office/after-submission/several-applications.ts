import { sql } from 'kysely'
import type { Reply } from '../../../api/index.ts'
import { answerTo, descriptionKey, isDescriptionKey, withDescriptions } from '../../../engine/index.ts'
import { type AdmissionsKey, carriedBlocks, carriedKeys } from '../../../form/index.ts'
import {
  accountIn,
  applicationWithId,
  editApplicationWithId,
  lockApplication,
  makeCurrent,
  makeFormer,
  newApplication,
  ownerAccount,
} from '../../applying/applications/index.ts'
import { standingOf } from '../../applying/submissions/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { AfterSubmissionDeps } from './after-submission-deps.ts'

const TERM: AdmissionsKey = 'entry_term'

/** Every application of an account with what was asked for after its submission, the newest first. */
export async function listApplications(
  deps: AfterSubmissionDeps,
  accountId: string,
): Promise<Reply<'ownApplications'>> {
  const { db } = deps.database
  const rows = await db
    .selectFrom('application')
    .leftJoin('submission', 'submission.application_id', 'application.id')
    .leftJoin('application_index', 'application_index.application_id', 'application.id')
    .leftJoin('withdrawal', 'withdrawal.application_id', 'application.id')
    .leftJoin('reopening', (join) =>
      join
        .onRef('reopening.application_id', '=', 'application.id')
        .on('reopening.ended_at', 'is', null)
        .on('reopening.until', '>', sql<Date>`clock_timestamp()`),
    )
    .select(['application.id', 'account_id', 'created_at', 'submission.reference', 'submission.submitted_at'])
    .select(['submission.version', 'term_label'])
    .select(['withdrawal.at as withdrawn_at', 'reopening.until as open_until'])
    .where(ownerAccount, '=', accountId)
    .orderBy('created_at', 'desc')
    .execute()
  return { applications: await Promise.all(rows.map((row) => ownApplication(deps, row))) }
}

type ApplicationRow = {
  readonly id: string
  readonly account_id: string | null
  readonly created_at: Date
  readonly reference: string | null
  readonly submitted_at: Date | null
  readonly version: number | null
  readonly term_label: string | null
  readonly withdrawn_at: Date | null
  readonly open_until: Date | null
}

async function ownApplication(
  deps: AfterSubmissionDeps,
  { id, account_id, created_at, submitted_at, withdrawn_at, open_until, ...row }: ApplicationRow,
): Promise<Reply<'ownApplications'>['applications'][number]> {
  const { requests, checklist } = await standingOf(deps, deps.database.db, id)
  return {
    id,
    is_current: account_id !== null,
    term: await termOf(deps, id, row.term_label),
    started_at: created_at.toISOString(),
    reference: row.reference,
    version: row.version ?? 1,
    submitted_at: submitted_at?.toISOString() ?? null,
    withdrawn_at: withdrawn_at?.toISOString() ?? null,
    open_until: open_until?.toISOString() ?? null,
    requests,
    checklist,
  }
}

/** What the term is called, or was when it was chosen if no list has it any more. */
async function termOf(deps: AfterSubmissionDeps, id: string, label: string | null): Promise<string> {
  const { application } = await applicationWithId(deps, deps.database.db, id)
  const words = answerTo(withDescriptions(deps.form, application), descriptionKey(TERM))
  return words === answerTo(application.answer, TERM) ? label || words : words
}

const MOST = 20 // applications of one account

/**
 * Begins another application of an account whose current one is submitted, with what does not change from term to term.
 * The submitted one becomes an earlier one.
 */
export const applyAgain = (deps: AfterSubmissionDeps, owner: string): Promise<{ readonly id: string } | Refusal> =>
  lockApplication(deps, owner, async ({ id, isSubmitted, application, transaction }) => {
    const accountId = accountIn(owner)
    if (!isSubmitted) return refusal('not_submitted')
    const { length } = await transaction
      .selectFrom('application')
      .select('id')
      .where('former_account_id', '=', accountId)
      .execute()
    if (length + 1 >= MOST) return refusal('too_many_applications')
    await makeFormer(transaction, accountId, id)
    const next = newApplication(deps.keyRing, accountId)
    await transaction.insertInto('application').values(next).execute()
    const inside = { ...deps, database: { ...deps.database, db: transaction } }
    const keys = carriedKeys(deps.form)
    const blocks = carriedBlocks(deps.form)
    return editApplicationWithId(inside, next.id, async (edited) => {
      edited.write(pick(application.answer, (key) => keys.has(key) && !isDescriptionKey(deps.form, key)))
      edited.put({
        add_another: pick(application.add_another, (block) => blocks.has(block)),
        tabs: pick(application.tabs, (block) => blocks.has(block)),
      })
      return { id: edited.id }
    })
  })

/** Makes another application of an account its current one. Each keeps everything it has. */
export const openApplication = (
  deps: AfterSubmissionDeps,
  owner: string,
  id: string,
): Promise<{ readonly id: string } | Refusal> =>
  // First the current one and then the other, as whoever erases one: so nobody waits for each other.
  lockApplication(deps, owner, async ({ id: current, transaction }) => {
    if (id === current) return { id }
    const accountId = accountIn(owner)
    const wanted = await transaction
      .selectFrom('application')
      .select('id')
      .where('id', '=', id)
      .where('former_account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!wanted) return refusal('not_found')
    await makeFormer(transaction, accountId, current)
    await makeCurrent(transaction, accountId, id)
    return { id }
  })

const pick = <Value>(from: Readonly<Record<string, Value | undefined>>, isWanted: (key: string) => boolean) =>
  Object.fromEntries(
    Object.entries(from).flatMap(([key, value]) => (value !== undefined && isWanted(key) ? [[key, value]] : [])),
  )
