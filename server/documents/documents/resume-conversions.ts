import { requestConversion } from './conversion-jobs.ts'
import type { Documents } from './documents.ts'

const RETRY_TIME = 15 * 60_000 // ms; until then the job queue is still retrying

/**
 * Finds documents whose conversion was requested or started before a given time and never settled, and requests it
 * again. Returns how many there were.
 */
export async function resumeConversions(
  documents: Documents,
  since = new Date(documents.now().getTime() - RETRY_TIME),
): Promise<number> {
  const { database, jobs } = documents
  const lost = await database.db
    .selectFrom('document')
    .select(['id', 'application_id', 'file_name', 'attempts'])
    .where('status', 'in', ['UNPROCESSED', 'IN_PROGRESS'])
    .where('updated_at', '<', since)
    .execute()
  for (const { id, application_id, file_name, attempts } of lost) {
    await requestConversion(jobs, database.db, { id, applicationId: application_id, name: file_name ?? '', attempts })
  }
  return lost.length
}

/**
 * Call it after the jobs have started: resumes at once what the previous process left unfinished. Only an embedded
 * database, which one process uses at a time, certainly has no other process at work; on PostgreSQL the job queue finds
 * what was lost.
 */
export async function resumeAtStart(documents: Documents, started: Date): Promise<void> {
  if (documents.database.kind === 'embedded') await resumeConversions(documents, started)
}
