import { sql } from 'kysely'
import { type DocumentRequest, type Profile, type WebStatus, webStatuses } from '../../../api/index.ts'
import { withDescriptions, withoutDescriptions, withoutSecrets } from '../../../engine/index.ts'
import { type PlaceOf, statement } from '../../platform/database/index.ts'
import type { Applicant } from '../../platform/http/index.ts'
import { todayAt } from '../../running/institution/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { type OwnerAndKnown, readCurrent, rowsUnlessKnown, type StoredApplication } from './application-row.ts'
import { convertingOfRow, REQUEST } from './attached-documents.ts'

/**
 * Everything the screen needs to know about a signed-in applicant (requirements 3.profile), in one statement. The
 * descriptions of answers are left out only for a caller who has them.
 */
export async function readProfile(
  deps: ApplicationDeps,
  { username, owner }: Applicant,
  { hasDescriptions = false }: { readonly hasDescriptions?: boolean } = {},
): Promise<Profile> {
  const { form, institution, now } = deps
  const { row, application, openedGates } = await readCurrent(deps, profileRow, owner)
  const answer = withoutSecrets(form, application.answer)
  return {
    answer: (hasDescriptions ? withoutDescriptions : withDescriptions)(form, { ...application, answer }),
    document_answer: withoutUndefined(application.document_answer),
    converting: row.converting,
    add_another: addAnotherOf({ application, openedGates }),
    tabs: withoutUndefined(application.tabs),
    account_id: owner,
    username,
    last_page: row.last_page,
    successful_login: row.logins.map(inUtc),
    // Entries belong to a version: one that is open for changes is not submitted, whatever was before.
    web_status: webStatuses.flatMap((status) => {
      const at = status === 'submitted' ? row.is_submitted && row.submission?.submitted_at : row.statuses[status]
      return at ? [{ web_status: status, at: inUtc(at) }] : []
    }),
    revision: row.revision,
    today: todayAt(institution.time_zone, now()),
    submission: row.submission && {
      ...row.submission,
      submitted_at: inUtc(row.submission.submitted_at),
    },
    reopening: row.reopening && { ...row.reopening, until: inUtc(row.reopening.until) },
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    application_id: row.id,
    requests: row.requests.map(asRequest),
    asked_elsewhere: row.asked_elsewhere.map((each) => ({ ...each, until: inUtc(each.until) })),
  }
}

/** The counts of entries, and what is opened, as the applicant gets them. */
export const addAnotherOf = ({
  application,
  openedGates,
}: Pick<StoredApplication, 'application' | 'openedGates'>): Readonly<Record<string, number>> =>
  withoutUndefined({ ...application.add_another, ...Object.fromEntries(openedGates.map((gate) => [gate, 1])) })

const loginsOfRow = sql<readonly string[]>`(
  select coalesce(jsonb_agg(at order by at), '[]') from successful_login where account_id = application.account_id
)`

const statusesOfRow = sql<Readonly<Partial<Record<WebStatus, string>>>>`(
  select coalesce(jsonb_object_agg(status, at), '{}') from web_status where application_id = application.id
)`

const submissionOfRow = sql<{ reference: string; submitted_at: string; version: number } | null>`(
  select jsonb_build_object('reference', reference, 'submitted_at', submitted_at, 'version', version)
  from submission where application_id = application.id
)`

const reopeningOfRow = sql<{ until: string; reason: string } | null>`(
  select jsonb_build_object('until', until, 'reason', reason)
  from reopening where application_id = application.id and ended_at is null and until > clock_timestamp()
)`

type RequestRow = Omit<DocumentRequest, 'state'> & { readonly is_waiting: boolean }

/** A request as the database writes it, for the calls. */
export const asRequest = ({ is_waiting, until, answered_at, ...row }: RequestRow): DocumentRequest => ({
  ...row,
  until: inUtc(until),
  state: answered_at !== null ? 'answered' : is_waiting ? 'waiting' : 'ended',
  answered_at: answered_at && inUtc(answered_at),
})

/** What staff asked for in the application of a row, the oldest first. */
export const requestsOfRow = sql<readonly RequestRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'key', ${REQUEST}::text || request.id, 'title', title, 'reason', reason, 'until', until,
    'is_waiting', ended_at is null and until > clock_timestamp(),
    'answered_at', case when document_id is not null then ended_at end, 'file_name', file_name
  ) order by request.id), '[]')
  from document_request request left join document on document.id = document_id
  where request.application_id = application.id
)`

/** What staff wait for in the other applications of the account of a row. */
const askedElsewhereOfRow = sql<Profile['asked_elsewhere']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'application_id', other.id, 'term', coalesce(term_label, ''), 'key', ${REQUEST}::text || request.id,
    'title', title, 'until', until
  ) order by until), '[]')
  from application other
  join document_request request on request.application_id = other.id
  left join application_index on application_index.application_id = other.id
  where other.former_account_id = application.account_id and ended_at is null and until > clock_timestamp()
)`

const withdrawnOfRow = sql<Date | null>`(select at from withdrawal where application_id = application.id)`

const profileRow = statement((db, value: PlaceOf<OwnerAndKnown>) =>
  rowsUnlessKnown(db, value).select([
    convertingOfRow.as('converting'),
    loginsOfRow.as('logins'),
    statusesOfRow.as('statuses'),
    submissionOfRow.as('submission'),
    reopeningOfRow.as('reopening'),
    withdrawnOfRow.as('withdrawn_at'),
    requestsOfRow.as('requests'),
    askedElsewhereOfRow.as('asked_elsewhere'),
  ]),
)

/** The database writes a time with its own offset and microseconds. */
const inUtc = (time: string): string => new Date(time).toISOString()

/** A map without its undefined entries. */
export const withoutUndefined = <Value>(map: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
