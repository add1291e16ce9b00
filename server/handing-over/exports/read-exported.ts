import { type AcceptedSubmission, readSubmission, type VersionAt } from '../../applying/submissions/index.ts'
import { type ListedDocument, listDocuments, type PacketDeps } from '../../documents/packets/index.ts'
import { type ExportedAnswers, exportedAnswers } from './exported-application.ts'
import { personIdOf } from './person-id.ts'

/** A version of a submitted application as other systems read it. */
export type ExportedApplication = ExportedAnswers & {
  readonly application_id: string
  readonly person_id: string
  readonly version: number
  readonly reference: string
  /** ISO 8601 in UTC. */
  readonly submitted_at: string
  /** Its documents by question, in reading order. */
  readonly documents: readonly ListedDocument[]
}

type Reading = Pick<PacketDeps, 'database' | 'keyRing' | 'form' | 'institution'>

/** A version of an application as it was signed; undefined if there is none. */
export async function readExported(
  deps: Reading,
  applicationId: string,
  at: VersionAt = {},
): Promise<ExportedApplication | undefined> {
  const submission = await readSubmission(deps.database.db, deps.keyRing, applicationId, at)
  return submission && exportedFrom(deps, applicationId, submission)
}

/** A submission as other systems read it. */
export const exportedFrom = (
  { form, institution }: Pick<Reading, 'form' | 'institution'>,
  applicationId: string,
  submission: AcceptedSubmission,
): ExportedApplication => ({
  ...exportedAnswers(form, submission.snapshot.application, institution),
  ...{
    application_id: applicationId,
    person_id: personIdOf(submission.account),
    version: submission.version,
    reference: submission.reference,
  },
  submitted_at: submission.submittedAt.toISOString(),
  documents: listDocuments(submission),
})
