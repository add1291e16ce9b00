import type { Jobs } from '../platform/jobs/index.ts'

/** The same jobs with retries after one second, so that a test does not wait half a minute for a second try. */
export const impatientJobs = (jobs: Jobs): Jobs => ({
  ...jobs,
  define: (queue, handler) => jobs.define({ ...queue, retryDelay: 1, retryDelayMax: 1, retryBackoff: true }, handler),
})
