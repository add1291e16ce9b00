import type { Kysely } from 'kysely'
import { checklistOf, type DocumentRequest, type Fact } from '../../../api/index.ts'
import { answerTo, descriptionKey } from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type ApplicationDeps, asRequest, requestsOfRow } from '../applications/index.ts'
import { type AcceptedSubmission, readSubmission } from './read-submission.ts'

const TERM: AdmissionsKey = 'entry_term'

/** Where a submitted application stands: what was asked for, what it has and lacks, and what its term was called. */
type Standing = {
  readonly signed: AcceptedSubmission | undefined
  readonly term: string
  readonly requests: readonly DocumentRequest[]
  readonly checklist: readonly Fact[]
}

/** Where an application stands by what was signed last. One that is not submitted lacks nothing and has no term here. */
export async function standingOf(
  { form, keyRing }: Pick<ApplicationDeps, 'form' | 'keyRing'>,
  db: Kysely<Tables>,
  id: string,
): Promise<Standing> {
  const signed = await readSubmission(db, keyRing, id)
  if (!signed) return { signed, term: '', requests: [], checklist: [] }
  const { requests } = await db
    .selectFrom('application')
    .select(requestsOfRow.as('requests'))
    .where('application.id', '=', id)
    .executeTakeFirstOrThrow()
  const asked = requests.map(asRequest)
  const { application } = signed.snapshot
  return {
    signed,
    term: answerTo(application.answer, descriptionKey(TERM)),
    requests: asked,
    checklist: checklistOf(form, { application, submitted_at: signed.submittedAt.toISOString(), requests: asked }),
  }
}
