import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../database/index.ts'
import type { Jobs, Queue } from '../jobs/index.ts'
import { convertDocument } from './convert-document.ts'
import type { Documents } from './documents.ts'

type Work = { readonly id: string }

const queue = (name: string, workers: number): Queue<Work> => ({
  name,
  data: z.object({ id: z.string() }),
  // How often a document is tried is the handler's to say; this is for storages and scanners that were away.
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  // Longer than LibreOffice's slowest start and slowest document together.
  expireInSeconds: 300,
  workers,
})

/** Word documents wait for each other and for LibreOffice; nobody's photograph waits behind them. */
const quick = queue('convert-document', 2)
const word = queue('convert-word-document', 1)

/** Says who converts documents; before the jobs start. */
export function defineConversionJobs(documents: Documents): void {
  for (const each of [quick, word]) documents.jobs.define(each, ({ id }) => convertDocument(documents, id))
}

/**
 * Has a document converted. Its name only says behind whom it waits. `attempts` stands in the key of the work, so that
 * a job lost with its process does not keep a new one out.
 */
export const requestConversion = (
  jobs: Jobs,
  db: Kysely<Tables>,
  { id, name, attempts }: { readonly id: string; readonly name: string; readonly attempts: number },
): Promise<boolean> =>
  jobs.enqueue(db, name.toLowerCase().endsWith('.docx') ? word : quick, { id }, { key: `${id} ${attempts}` })
