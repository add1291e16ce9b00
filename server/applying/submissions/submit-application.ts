import { randomInt } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { PAGE_EDITION, type Reply, SUBMITTED, termProblem } from '../../../api/index.ts'
import {
  type Application,
  answerTo,
  language,
  type Outline,
  outlineOf,
  outlineToRead,
  type Problem,
  pageOf,
  problemsIn,
  questionsShown,
  say,
  sayIn,
  type TextDifference,
  textDifferences,
  textsIn,
  textsShown,
  toSay,
  withoutHidden,
} from '../../../engine/index.ts'
import type { AdmissionsKey } from '../../../form/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type App, type Refusal, refusal, serveCall } from '../../platform/http/index.ts'
import type { Sealer } from '../../platform/secrets/index.ts'
import { type Edition, editionShown, formToRead, todayAt } from '../../running/institution/index.ts'
import {
  type ApplicationDeps,
  accountIn,
  appendStatuses,
  applicationOf,
  isConverting,
  lockApplication,
  ownerAccount,
  sealerOf,
  statusEntries,
} from '../applications/index.ts'
import { compressesSigned } from './compress-signed.ts'
import { readSubmission } from './read-submission.ts'
import { openSnapshot, sealSnapshot, snapshotOf } from './snapshot.ts'
import type { SubmissionDeps } from './submission-deps.ts'

/**
 * Accepts an application, or says what is missing by the server's own validation. One transaction covers the snapshot,
 * the status, the reference number, and the work that follows. A second submit returns the same receipt
 * (docs/decisions/0004).
 */
export async function submitApplication(
  deps: SubmissionDeps,
  owner: string,
  page?: string | readonly string[],
): Promise<Reply<'submit'> | Refusal> {
  const arrived = deps.now() // whoever waits for the lock below is not late by it
  const differencesFor = await differencesSince(deps, page)
  const accountId = accountIn(owner)
  return lockApplication(deps, owner, async ({ transaction, ...stored }) => {
    const signed = await receiptOf(transaction, stored.id)
    if (signed && stored.isSubmitted) return signed
    // What is signed must be complete, so a document that is still being converted blocks the submission.
    if (await isConverting(transaction, stored.id)) return refusal('conversion_running')
    const { form, institution } = deps
    const { application } = withoutHidden(form, stored.application)
    const differences = differencesFor(application)
    if (differences !== undefined) return refusal('form_changed', { differences })
    const problems = problemsIn(formToRead(deps), application, todayAt(institution.time_zone, arrived))
    const term = await refusedTerm(deps, transaction, { id: stored.id, application, arrived })
    if (term) return refusal(term.code, { problems: [term.problem, ...problems] }, term.problem.message)
    if (problems.length > 0) return refusal('incomplete', { problems })
    const { id, sealer } = stored
    const taken = await termTaken(deps, transaction, accountId, { id, application })
    if (taken) return refusal('incomplete', { problems: [taken] })
    // The next version of an application that was opened again, unless its time has ended meanwhile.
    if (signed && !(await replaceSubmission(transaction, id))) return signed
    return accept(deps, transaction, { id, accountId, application, sealer, signed })
  })
}

/**
 * What an applicant reads otherwise in the form that is in effect than on their page: only what was shown is signed.
 * undefined if nothing does.
 */
async function differencesSince(deps: SubmissionDeps, page: string | readonly string[] | undefined) {
  const { editions } = deps
  const active = editions?.active()
  const shown = editions && (await editionShown(editions, page))
  return (application: Application): readonly TextDifference[] | undefined => {
    if (editions === undefined || shown === active) return undefined
    if (shown === undefined) return []
    const read = (edition: Edition) =>
      sayIn(edition.languages.wordsOf(language()), () => textsShown(formToRead(edition), application))
    const found = textDifferences(read(shown), read(active ?? shown))
    return found.length > 0 ? found : undefined
  }
}

/** The problem of an entry term that is not open; undefined if it is, or within the hours of grace, or is signed for. */
async function refusedTerm(
  { form, institution, keyRing }: SubmissionDeps,
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
  deps: SubmissionDeps,
  transaction: Transaction<Tables>,
  { id, accountId, application, sealer, signed }: Accepted,
): Promise<Reply<'submit'>> {
  const snapshot = { ...snapshotOf(deps, application), ...editionOf(deps) }
  const reference = signed?.reference ?? (await freeReference(transaction))
  const version = (signed?.version ?? 0) + 1
  const submittedAt = deps.now()
  await transaction
    .insertInto('submission')
    .values({
      application_id: id,
      reference,
      version,
      submitted_at: submittedAt,
      form_version: snapshot.form_version,
      language: language(),
      ...(snapshot.edition && { edition: snapshot.edition.number }),
      snapshot: sealSnapshot(snapshot, id, sealer, await compressesSigned(transaction)),
    })
    .execute()
  await appendStatuses(transaction, id, 'submitted', submittedAt)
  await deps.onAccepted(transaction, { applicationId: id, accountId, reference, submittedAt, version })
  return { message: say(SUBMITTED), reference, submitted_at: submittedAt.toISOString(), version }
}

const editionOf = ({ editions }: SubmissionDeps) => {
  if (editions === undefined) return {}
  const { number, hash } = editions.active()
  return { edition: { number, hash } }
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
  return found && { ...found, message: say(SUBMITTED), submitted_at: found.submitted_at.toISOString() }
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

/** POST /api/submit (requirement 7.submit.1). */
export function submissionRoutes(app: App, deps: SubmissionDeps): void {
  serveCall(app, 'submit', ({ applicant, request }) =>
    submitApplication(deps, applicant.owner, request.headers[PAGE_EDITION]),
  )
  serveCall(app, 'formChanges', async ({ applicant, request }) => {
    const differencesFor = await differencesSince(deps, request.headers[PAGE_EDITION])
    const { application } = await applicationOf(deps, deps.database.db, applicant.owner)
    return { differences: differencesFor(withoutHidden(deps.form, application).application) ?? [] }
  })
  serveCall(app, 'newSinceSigned', async ({ applicant }) => ({
    differences: await newSinceSigned(deps, applicant.owner),
  }))
}

/**
 * What the form in effect asks, says or asks no more otherwise than what an applicant signed last, of the answers that
 * were signed. It is found in English, so that a better translation is no change, and told as they read it.
 */
async function newSinceSigned(deps: SubmissionDeps, owner: string): Promise<readonly TextDifference[]> {
  const { db } = deps.database
  const { id } = await applicationOf(deps, db, owner)
  const signed = await readSubmission(db, deps.keyRing, id)
  if (!signed) return []
  const { application, outline, read } = signed.snapshot
  const found = textDifferences(textsIn(outline), textsIn(outlineOf(deps.form, application)))
  if (found.length === 0) return []
  const wordsIn = (each: Outline) => new Map(textsIn(each).map(({ key, text }) => [key, text] as const))
  const was = wordsIn(read?.language === language() ? read.outline : outline)
  const is = wordsIn(outlineToRead(formToRead(deps), application))
  return found.map(({ key }) => ({ key, was: was.get(key) ?? '', is: is.get(key) ?? '' }))
}

/** Letters and digits that are not confused when read out on the phone: no 0 O, 1 I L, 5 S, 8 B, 2 Z, U V. */
const alphabet = 'ACDEFGHJKMNPQRTWXY34679'

/** A new reference number such as KQ4M-7XDR: one of 23 to the 8th power, about 78 billion. */
function referenceNumber(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const ALREADY_APPLIED = toSay(
  'You have already applied for this term. Choose another one, or open the other application under Account, Your applications, and withdraw it.',
)

/** The problem of an application whose account has signed another one for the same term and has not withdrawn it. */
async function termTaken(
  { form, keyRing }: ApplicationDeps,
  db: Kysely<Tables>,
  accountId: string,
  { id, application }: { readonly id: string; readonly application: Application },
): Promise<Problem | undefined> {
  const asked = questionsShown(form, application).find(({ question }) => question.key === TERM)
  if (!asked) return undefined
  const others = await db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .select(['application.id', 'data_key', 'snapshot'])
    .where(ownerAccount, '=', accountId)
    .where('application.id', '!=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('withdrawal').select('at').whereRef('application_id', '=', 'application.id'))),
    )
    .execute()
  const term = answerTo(application.answer, TERM)
  const isTaken = others.some((other) => {
    const signed = openSnapshot(other.snapshot, other.id, sealerOf(keyRing, other))
    return answerTo(signed.application.answer, TERM) === term
  })
  return isTaken ? { page: asked.page, key: TERM, message: say(ALREADY_APPLIED) } : undefined
}
