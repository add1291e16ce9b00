import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/database/index.ts'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import { convertDocument } from './convert-document.ts'
import type { Documents } from './documents.ts'

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
export function defineConversionJobs(documents: Documents): void {
  for (const each of [quickQueue, wordQueue]) documents.jobs.define(each, ({ id }) => convertDocument(documents, id))
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
