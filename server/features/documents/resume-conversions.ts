import { requestConversion } from './conversion-jobs.ts'
import type { Documents } from './documents.ts'

const PATIENCE = 15 * 60_000 // ms; until then the job queue is still trying

/**
 * Finds documents whose conversion was begun or asked for before a moment and never settled, and asks again. Returns how
 * many there were.
 */
export async function resumeConversions(
  documents: Documents,
  since = new Date(documents.now().getTime() - PATIENCE),
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
 * Once the jobs have started: what the process before this one left in the middle goes on at once. Only an embedded
 * database, which one process uses at a time, is known to be left; elsewhere the job queue finds what was lost.
 */
export async function resumeAtStart(documents: Documents, started: Date): Promise<void> {
  if (documents.database.kind === 'embedded') await resumeConversions(documents, started)
}
