import { type ListedDocument, listDocuments, type Packets } from '../packets/index.ts'
import { type AcceptedSubmission, readSubmission } from '../submissions/index.ts'
import { type ExportedAnswers, exportedAnswers } from './exported-application.ts'

/** A version of a submitted application as other systems read it. */
export type ExportedApplication = ExportedAnswers & {
  readonly application_id: string
  readonly version: number
  readonly reference: string
  /** ISO 8601 in UTC. */
  readonly submitted_at: string
  /** Its documents by question, in reading order. */
  readonly documents: readonly ListedDocument[]
}

type Reading = Pick<Packets, 'database' | 'keyRing' | 'form' | 'institution'>

/** The application as it was signed; undefined if there is none. */
export async function readExported(deps: Reading, applicationId: string): Promise<ExportedApplication | undefined> {
  const submission = await readSubmission(deps.database.db, deps.keyRing, applicationId)
  return submission && exportedFrom(deps, applicationId, submission)
}

/** A submission as other systems read it. */
export const exportedFrom = (
  { form, institution }: Pick<Reading, 'form' | 'institution'>,
  applicationId: string,
  { reference, submittedAt, snapshot }: AcceptedSubmission,
): ExportedApplication => ({
  ...exportedAnswers(form, snapshot.application, institution),
  ...{ application_id: applicationId, version: 1, reference, submitted_at: submittedAt.toISOString() },
  documents: listDocuments(snapshot.outline),
})
