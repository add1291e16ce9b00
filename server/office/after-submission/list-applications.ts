import { sql } from 'kysely'
import type { Reply } from '../../../api/index.ts'
import { answerTo, descriptionKey, withDescriptions } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import { applicationWithId, ownerAccount, REQUEST } from '../../applying/applications/index.ts'
import type { AfterSubmission } from './after-submission.ts'

const TERM: AdmissionsKey = 'entry_term'

/** Every application of an account with what was asked for after its submission, the newest first. */
export async function listApplications(deps: AfterSubmission, accountId: string): Promise<Reply<'ownApplications'>> {
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
  const requests = await requestsOf(deps, rows)
  return {
    applications: await Promise.all(
      rows.map(async ({ id, account_id, created_at, submitted_at, withdrawn_at, open_until, ...row }) => ({
        ...{ id, is_current: account_id !== null, term: await termOf(deps, id, row.term_label) },
        ...{ started_at: created_at.toISOString(), reference: row.reference, version: row.version ?? 1 },
        submitted_at: submitted_at?.toISOString() ?? null,
        withdrawn_at: withdrawn_at?.toISOString() ?? null,
        open_until: open_until?.toISOString() ?? null,
        requests: requests.filter((each) => each.application_id === id).map(({ application_id: _, ...each }) => each),
      })),
    ),
  }
}

/** What the term is called, or was when it was chosen if no list has it any more. */
async function termOf({ form, ...deps }: AfterSubmission, id: string, label: string | null): Promise<string> {
  const { application } = await applicationWithId(deps, deps.database.db, id)
  const words = answerTo(withDescriptions(form, application), descriptionKey(TERM))
  return words === answerTo(application.answer, TERM) ? label || words : words
}

async function requestsOf({ database: { db }, now }: AfterSubmission, rows: readonly { readonly id: string }[]) {
  if (rows.length === 0) return []
  const found = await db
    .selectFrom('document_request')
    .leftJoin('document', 'document.id', 'document_request.document_id')
    .select(['document_request.id', 'document_request.application_id', 'title', 'reason', 'until', 'ended_at'])
    .select(['document_id', 'file_name'])
    .where(
      'document_request.application_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('document_request.id')
    .execute()
  return found.map(({ id, until, ended_at, document_id, ...request }) => {
    const isWaiting = ended_at === null && until > now()
    const state = document_id !== null ? 'answered' : isWaiting ? 'waiting' : 'ended'
    return {
      ...{ application_id: request.application_id, key: `${REQUEST}${id}`, title: request.title },
      ...({ reason: request.reason, until: until.toISOString(), state, file_name: request.file_name } as const),
    }
  })
}
