import { type Kysely, sql } from 'kysely'
import type { StaffReply } from '../../../api/index.ts'
import { say } from '../../../engine/index.ts'
import { ownerAccount } from '../../applying/applications/index.ts'
import { inTransaction, type Tables } from '../../platform/database/index.ts'
import { type App, isRefusal, type Refusal, refusal } from '../../platform/http/index.ts'
import { deadlineInWords, endOfDay } from '../../running/institution/index.ts'
import {
  closeReopening as close,
  reopenApplication as reopen,
  requestDocument as request,
  takeBackRequest as takeBack,
} from '../after-submission/index.ts'
import { optionLabel } from './listed-application.ts'
import { recordStaff } from './record-staff.ts'
import { serveStaffCall } from './serve-staff-call.ts'
import type { StaffDeps } from './staff.ts'
import type { StaffSession } from './staff-sessions.ts'

/** The calls with which staff open a submitted application for changes, and ask for documents. */
export function lifeRoutes(app: App, deps: StaffDeps): void {
  serveStaffCall(app, deps, 'reopenApplication', ({ params, body, session }) =>
    reopenApplication(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'closeApplication', ({ params, session }) => closeApplication(deps, session, params.id))
  serveStaffCall(app, deps, 'requestDocument', ({ params, body, session }) =>
    requestDocument(deps, session, { ...params, ...body }),
  )
  serveStaffCall(app, deps, 'takeBackRequest', ({ params, body, session }) =>
    takeBackRequest(deps, session, { ...params, ...body }),
  )
}

type Done = Promise<{ readonly message: string } | Refusal>

type Dated = { readonly id: string; readonly reason: string; readonly until: string }

/** Opens a submitted application for changes until the end of a day. */
const reopenApplication = (deps: StaffDeps, { person }: StaffSession, { id, reason, until }: Dated): Done =>
  recorded(deps, async (inside, transaction) => {
    const opened = await reopen(inside, {
      id,
      reason,
      until: endOfDay(deps.institution.time_zone, until),
      by: person.id,
    })
    if (isRefusal(opened)) return opened
    await recordStaff(transaction, 'application reopened', person, id, { reason, until })
    return {
      message: say('The applicant can change it {untilWhen}, and was told by mail.', {
        untilWhen: inWords(deps, opened.until),
      }),
    }
  })

/** Closes it before that; what was signed stands. */
const closeApplication = (deps: StaffDeps, { person }: StaffSession, id: string): Done =>
  recorded(deps, async (inside, transaction) => {
    const found = transaction.selectFrom('application').select('id').where('id', '=', id).forUpdate()
    if (!(await found.executeTakeFirst())) return refusal('no_such_application')
    if (!(await close(inside, id, 'closed'))) return refusal('not_open')
    await recordStaff(transaction, 'application closed', person, id)
    return { message: 'The application is closed. What was signed before stands.' }
  })

/** Asks the applicant for one document until the end of a day. */
const requestDocument = (
  deps: StaffDeps,
  { person }: StaffSession,
  { id, title, reason, until }: Dated & { readonly title: string },
): Done =>
  recorded(deps, async (inside, transaction) => {
    const end = endOfDay(deps.institution.time_zone, until)
    const asked = await request(inside, { id, title, reason, until: end, by: person.id })
    if (isRefusal(asked)) return asked
    await recordStaff(transaction, 'document asked for', person, id, { title, reason, until })
    return {
      message: say('The applicant can add it {untilWhen}, and was told by mail.', {
        untilWhen: inWords(deps, asked.until),
      }),
    }
  })

const takeBackRequest = (
  deps: StaffDeps,
  { person }: StaffSession,
  asked: { readonly id: string; readonly request: number },
): Done =>
  recorded(deps, async (inside, transaction) => {
    const ended = await takeBack(inside, asked)
    if (isRefusal(ended)) return ended
    await recordStaff(transaction, 'document no longer asked for', person, asked.id, { title: ended.title })
    return { message: 'The document is not asked for any more.' }
  })

/** What staff do and its row of the record are one transaction. */
const recorded = (
  { afterSubmission, database }: StaffDeps,
  work: (inside: StaffDeps['afterSubmission'], transaction: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Done,
): Done =>
  inTransaction(database.db, (transaction) =>
    work({ ...afterSubmission, database: { ...database, db: transaction } }, transaction),
  )

const inWords = ({ institution }: StaffDeps, time: Date) => deadlineInWords(time, institution.time_zone)

type Life = Pick<
  StaffReply<'readApplication'>,
  'version' | 'earlier_versions' | 'reopening' | 'requests' | 'withdrawal' | 'others'
>

/** What was read with an application already. */
type LivedRow = {
  readonly owner: string
  readonly signed_version: number | null
  readonly withdrawn_at: Date | null
  readonly withdrawn_because: string | null
}

/** What has happened to an application since it was first signed, and the other applications of its account. */
export async function lifeOf(deps: StaffDeps, id: string, row: LivedRow): Promise<Life> {
  const { db } = deps.database
  const wish = ({ by, at, reason, until }: { by: string; at: Date; reason: string; until: Date }) => ({
    by,
    reason,
    at: at.toISOString(),
    until: until.toISOString(),
  })
  const [earlier, reopening, requests, others] = await Promise.all([
    db
      .selectFrom('earlier_submission')
      .select(['version', 'submitted_at'])
      .where('application_id', '=', id)
      .orderBy('version')
      .execute(),
    db
      .selectFrom('reopening')
      .innerJoin('staff_person', 'staff_person.id', 'made_by')
      .select(['name as by', 'made_at as at', 'reason', 'until'])
      .where('application_id', '=', id)
      .where('reopening.ended_at', 'is', null)
      .where('until', '>', sql<Date>`clock_timestamp()`)
      .executeTakeFirst(),
    db
      .selectFrom('document_request')
      .innerJoin('staff_person', 'staff_person.id', 'made_by')
      .select(['document_request.id', 'title', 'name as by', 'made_at as at', 'reason', 'until', 'document_id'])
      .select('document_request.ended_at')
      .where('application_id', '=', id)
      .orderBy('document_request.id')
      .execute(),
    othersOf(db, id, row.owner),
  ])
  return {
    version: row.signed_version ?? 1,
    earlier_versions: earlier.map(({ version, submitted_at }) => ({
      version,
      submitted_at: submitted_at.toISOString(),
    })),
    reopening: reopening ? wish(reopening) : null,
    requests: requests.map(({ id, title, document_id, ended_at, ...request }) => ({
      ...wish(request),
      id,
      title,
      state: document_id !== null ? 'answered' : ended_at === null && request.until > deps.now() ? 'waiting' : 'ended',
    })),
    withdrawal: row.withdrawn_at ? { at: row.withdrawn_at.toISOString(), reason: row.withdrawn_because ?? '' } : null,
    others: others.map(({ term, term_label, ...other }) => ({
      ...other,
      term: optionLabel(deps, 'term', { term, term_label }),
    })),
  }
}

const othersOf = (db: Kysely<Tables>, id: string, owner: string) =>
  db
    .selectFrom('application_index')
    .innerJoin('application', 'application.id', 'application_index.application_id')
    .select(['application.id', 'term', 'term_label', 'reference', 'status'])
    .where('application.id', '!=', id)
    .where(ownerAccount, '=', owner)
    .orderBy('started_at', 'desc')
    .execute()
