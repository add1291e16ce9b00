import { z } from 'zod'
import type { Queue } from '../../platform/jobs/index.ts'
import { countUnknownFiles } from './count-unknown-files.ts'
import type { Documents } from './documents.ts'
import { resumeConversions } from './resume-conversions.ts'
import { sweepDocuments } from './sweep-documents.ts'

const queue: Queue<Record<string, never>> = {
  name: 'look-after-documents',
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 30,
  retryBackoff: false,
  expireInSeconds: 600,
  cron: '*/10 * * * *',
}

/** Every ten minutes, one process restarts lost conversions and sweeps files. Call it before the jobs start. */
export const defineDocumentMaintenance = (documents: Documents): void =>
  documents.jobs.define(queue, async () => {
    await resumeConversions(documents)
    await sweepDocuments(documents)
    await countUnknownFiles(documents)
  })
