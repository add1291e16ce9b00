import type { Jobs, Queue } from '../platform/jobs/index.ts'

/** The same jobs with retries after one second, so that a test does not wait for a second try. */
export const impatientJobs = (jobs: Jobs): Jobs => ({
  ...jobs,
  define: (queue, handler) => jobs.define(impatient(queue), handler),
  enqueue: (db, queue, data, { retries: _, ...options } = {}) => jobs.enqueue(db, impatient(queue), data, options),
})

const impatient = <Data extends object>(queue: Queue<Data>): Queue<Data> => ({
  ...{ ...queue, retryDelay: 1, retryDelayMax: 1, retryBackoff: true },
})
