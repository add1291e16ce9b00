import { type ListedDocument, listDocuments, type Packets } from '../packets/index.ts'
import { readSubmission } from '../submissions/index.ts'
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

/** The application as it was signed; undefined if there is none. */
export async function readExported(
  { database, keyRing, form, institution }: Pick<Packets, 'database' | 'keyRing' | 'form' | 'institution'>,
  applicationId: string,
): Promise<ExportedApplication | undefined> {
  const submission = await readSubmission(database.db, keyRing, applicationId)
  if (!submission) return undefined
  return {
    ...exportedAnswers(form, submission.snapshot.application, institution),
    ...{ application_id: applicationId, version: 1 },
    ...{ reference: submission.reference, submitted_at: submission.submittedAt.toISOString() },
    documents: listDocuments(submission.snapshot.outline),
  }
}
