import { erasedFilesQueue, eraseFiles } from './erase-files.ts'
import { eraseListed } from './erase-listed.ts'
import type { Erasures } from './erasures.ts'

const LIST_EVERY = 300_000 // ms

/** Registers the job that erases files; call it before the jobs start. */
export function defineErasedFilesJob(erasures: Erasures): void {
  let listed = Number.NEGATIVE_INFINITY
  erasures.jobs.define(erasedFilesQueue, async () => {
    await eraseFiles(erasures)
    // Again, because the storage may have been away at the start; not with each of many erasures.
    if (performance.now() - listed < LIST_EVERY) return
    await eraseListed(erasures)
    listed = performance.now()
  })
}
