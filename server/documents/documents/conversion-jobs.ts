import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/database/index.ts'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import { convertDocument } from './convert-document.ts'
import type { DocumentsDeps } from './deps.ts'

type DocumentJob = { readonly id: string }

const queue = (name: string, workers: number): Queue<DocumentJob> => ({
  name,
  data: z.object({ id: z.string() }),
  // The handler decides how often a document is tried. These retries are for a storage or scanner that is away, or a
  // machine that is too busy. After an hour of them, the storage sweep takes over.
  retryLimit: 60,
  retryDelay: 1,
  retryDelayMax: 60,
  retryBackoff: true,
  // Longer than all time limits of a conversion together; a job lost with its process is found by its heartbeat.
  expireInSeconds: 3_600,
  workers,
})

/** Word documents wait for each other and for LibreOffice; photographs do not have to wait behind them. */
const quickQueue = queue('convert-document', 2)
const wordQueue = queue('convert-word-document', 1)

/** Registers the handler that converts documents; call it before the jobs start. */
export function defineConversionJobs(deps: DocumentsDeps): void {
  for (const each of [quickQueue, wordQueue]) deps.jobs.define(each, ({ id }) => convertDocument(deps, id))
}

type ConversionRequest = {
  readonly id: string
  readonly applicationId: string
  readonly name: string
  readonly attempts: number
}

/**
 * Requests the conversion of a document. Its name only decides which queue it waits in. `attempts` is part of the job's
 * key, so that a job lost with its process does not block a new one.
 */
export async function requestConversion(
  jobs: Jobs,
  db: Kysely<Tables>,
  { id, applicationId, name, attempts }: ConversionRequest,
): Promise<boolean> {
  const kind = name.toLowerCase().endsWith('.docx') ? wordQueue : quickQueue
  const priority = -(await recentConversions(db, applicationId))
  return jobs.enqueue(db, kind, { id }, { key: `${id} ${attempts}`, priority })
}

/** How many conversions an applicant requested in the last 15 minutes; those with fewer go first. */
async function recentConversions(db: Kysely<Tables>, applicationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('document')
    .select(sql<number>`count(*)`.as('count'))
    .where('application_id', '=', applicationId)
    .where('file_name', 'is not', null)
    .where('updated_at', '>', sql<Date>`clock_timestamp() - interval '15 minutes'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const RETRY_TIME = 15 * 60_000 // ms; until then the job queue is still retrying

/**
 * Finds documents whose conversion was requested or started before a given time and never settled, and requests it
 * again. Returns how many there were.
 */
export async function resumeConversions(
  deps: DocumentsDeps,
  since = new Date(deps.now().getTime() - RETRY_TIME),
): Promise<number> {
  const { database, jobs } = deps
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
export async function resumeAtStart(deps: DocumentsDeps, started: Date): Promise<void> {
  if (deps.database.kind === 'embedded') await resumeConversions(deps, started)
}
