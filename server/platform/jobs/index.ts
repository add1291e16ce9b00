export { createJobs, forgetJobs, type Handler, type Jobs, type Queue, type Retries, scheduled } from './create-jobs.ts'
export { migrateJobs } from './migrate-jobs.ts'
