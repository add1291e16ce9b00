export { createJobs, type Jobs } from './create-jobs.ts'
export { forgetJobs } from './forget-jobs.ts'
export { migrateJobs } from './migrate-jobs.ts'
export type { Handler, Queue, Retries } from './queue.ts'
