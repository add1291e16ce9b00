import { erasedFilesQueue, eraseFiles } from './erase-files.ts'
import { eraseListed } from './erase-listed.ts'
import type { Erasures } from './erasures.ts'

/** Registers the job that erases files; call it before the jobs start. */
export const defineErasedFilesJob = (erasures: Erasures): void =>
  erasures.jobs.define(erasedFilesQueue, async () => {
    await eraseFiles(erasures)
    // Again, because the storage may have been away at the start.
    await eraseListed(erasures)
  })
