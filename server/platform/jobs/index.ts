export { createJobs, type Jobs } from './create-jobs.ts'
export type { Handler, Queue } from './queue.ts'
