import { sql, type Transaction } from 'kysely'
import { type Reply, SUBMITTED, termProblem } from '../../../api/index.ts'
import {
  type Application,
  answerTo,
  outlineOf,
  pageOf,
  problemsIn,
  withDescriptions,
  withoutHidden,
} from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { Sealer } from '../../platform/secrets/index.ts'
import { todayAt } from '../../running/institution/index.ts'
import { accountIn, appendStatuses, isConverting, lockApplication, statusEntries } from '../applications/index.ts'
import { readSubmission } from './read-submission.ts'
import { referenceNumber } from './reference-number.ts'
import { sealSnapshot } from './snapshot.ts'
import type { Submissions } from './submissions.ts'
import { termTaken } from './term-taken.ts'

/**
 * Accepts an application, or says what is missing by the server's own validation. One transaction covers the snapshot,
 * the status, the reference number, and the work that follows. A second submit returns the same receipt
 * (docs/decisions/0004).
 */
export function submitApplication(submissions: Submissions, owner: string): Promise<Reply<'submit'> | Refusal> {
  const arrived = submissions.now() // whoever waits for the lock below is not late by it
  const accountId = accountIn(owner)
  return lockApplication(submissions, owner, async ({ transaction, ...stored }) => {
    const signed = await receiptOf(transaction, stored.id)
    if (signed && stored.isSubmitted) return signed
    // What is signed must be complete, so a document that is still being converted blocks the submission.
    if (await isConverting(transaction, stored.id)) return refusal('conversion_running')
    const { form, institution } = submissions
    const { application } = withoutHidden(form, stored.application)
    const problems = problemsIn(form, application, todayAt(institution.time_zone, arrived))
    const term = await refusedTerm(submissions, transaction, { id: stored.id, application, arrived })
    if (term) return refusal(term.code, { problems: [term.problem, ...problems] }, term.problem.message)
    if (problems.length > 0) return refusal('incomplete', { problems })
    const { id, sealer } = stored
    const taken = await termTaken(submissions, transaction, accountId, { id, application })
    if (taken) return refusal('incomplete', { problems: [taken] })
    // The next version of an application that was opened again, unless its time has ended meanwhile.
    if (signed && !(await replaceSubmission(transaction, id))) return signed
    return accept(submissions, transaction, { id, accountId, application, sealer, signed })
  })
}

/** The problem of an entry term that is not open; undefined if it is, or within the hours of grace, or is signed for. */
async function refusedTerm(
  { form, institution, keyRing }: Submissions,
  transaction: Transaction<Tables>,
  { id, application, arrived }: { readonly id: string; readonly application: Application; readonly arrived: Date },
) {
  if (institution.term_dates === undefined) return undefined
  const term = answerTo(application.answer, TERM)
  // One that is corrected stays in its term, also after that has closed.
  const signed = await readSubmission(transaction, keyRing, id)
  if (signed && answerTo(signed.snapshot.application.answer, TERM) === term) return undefined
  const validating = (await statusEntries(transaction, id)).find(({ web_status }) => web_status === 'validating')
  const since = validating && new Date(validating.at)
  const found = termProblem(institution, term, arrived, since)
  return found && { code: found.code, problem: { page: pageOf(form, TERM), key: TERM, message: found.message } }
}

const TERM: AdmissionsKey = 'entry_term'

async function accept(
  submissions: Submissions,
  transaction: Transaction<Tables>,
  { id, accountId, application, sealer, signed }: Accepted,
): Promise<Reply<'submit'>> {
  const { form, now } = submissions
  const snapshot = {
    form_version: form.version,
    application: { ...application, answer: withDescriptions(form, application) },
    outline: outlineOf(form, application),
  }
  const reference = signed?.reference ?? (await freeReference(transaction))
  const version = (signed?.version ?? 0) + 1
  const submittedAt = now()
  await transaction
    .insertInto('submission')
    .values({
      application_id: id,
      ...{ reference, version },
      submitted_at: submittedAt,
      form_version: form.version,
      snapshot: sealSnapshot(snapshot, id, sealer),
    })
    .execute()
  await appendStatuses(transaction, id, 'submitted', submittedAt)
  await submissions.onAccepted(transaction, { applicationId: id, accountId, reference, submittedAt, version })
  return { message: SUBMITTED, reference, submitted_at: submittedAt.toISOString(), version }
}

type Accepted = {
  readonly id: string
  readonly accountId: string
  readonly application: Application
  readonly sealer: Sealer
  /** The receipt of the version that it replaces. */
  readonly signed: Reply<'submit'> | undefined
}

/** Puts what was signed among the earlier versions; returns false if the application is no longer open for changes. */
async function replaceSubmission(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const { rows } = await sql<{ replaced: boolean }>`select replace_submission(${id}::uuid) as replaced`.execute(
    transaction,
  )
  return rows[0]?.replaced === true
}

async function receiptOf(transaction: Transaction<Tables>, id: string): Promise<Reply<'submit'> | undefined> {
  const found = await transaction
    .selectFrom('submission')
    .select(['reference', 'submitted_at', 'version'])
    .where('application_id', '=', id)
    .executeTakeFirst()
  return found && { ...found, message: SUBMITTED, submitted_at: found.submitted_at.toISOString() }
}

/** An unused reference number; the table's unique constraint covers the time between the check and the insert. */
async function freeReference(transaction: Transaction<Tables>): Promise<string> {
  for (;;) {
    const reference = referenceNumber()
    const taken = await transaction
      .selectFrom('submission')
      .select('reference')
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (!taken) return reference
  }
}
