export { type Jobs, openJobs } from './open-jobs.ts'
export type { Handler, Queue } from './queue.ts'
