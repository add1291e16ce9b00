import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/database/index.ts'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import { convertDocument } from './convert-document.ts'
import type { Documents } from './documents.ts'

type Work = { readonly id: string }

const queue = (name: string, workers: number): Queue<Work> => ({
  name,
  data: z.object({ id: z.string() }),
  // How often a document is tried is the handler's to say; this is for storages and scanners that were away, and for
  // machines that were too busy. After an hour of it the care of documents takes over.
  retryLimit: 60,
  retryDelay: 1,
  retryDelayMax: 60,
  retryBackoff: true,
  // Longer than every clock of a conversion together: what was lost with its process is found by its heartbeat.
  expireInSeconds: 3_600,
  workers,
})

/** Word documents wait for each other and for LibreOffice; nobody's photograph waits behind them. */
const quick = queue('convert-document', 2)
const word = queue('convert-word-document', 1)

/** Says who converts documents; before the jobs start. */
export function defineConversionJobs(documents: Documents): void {
  for (const each of [quick, word]) documents.jobs.define(each, ({ id }) => convertDocument(documents, id))
}

type Asked = {
  readonly id: string
  readonly applicationId: string
  readonly name: string
  readonly attempts: number
}

/**
 * Has a document converted. Its name only says behind whom it waits. `attempts` stands in the key of the work, so that
 * a job lost with its process does not keep a new one out.
 */
export async function requestConversion(
  jobs: Jobs,
  db: Kysely<Tables>,
  { id, applicationId, name, attempts }: Asked,
): Promise<boolean> {
  const kind = name.toLowerCase().endsWith('.docx') ? word : quick
  const priority = -(await recentConversions(db, applicationId))
  return jobs.enqueue(db, kind, { id }, { key: `${id} ${attempts}`, priority })
}

/** How many conversions an applicant has asked for within a quarter of an hour: whoever asked for fewer comes first. */
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
