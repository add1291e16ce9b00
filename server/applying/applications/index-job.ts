import { z } from 'zod'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import type { Applications } from './applications.ts'
import { indexApplications, type SignedAnswers } from './index-applications.ts'

const indexQueue: Queue<Record<string, never>> = {
  name: 'index-applications',
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 30,
  retryBackoff: false,
  expireInSeconds: 600,
  cron: '*/10 * * * *',
}

/** Fills in what the index lacks every ten minutes, in one process for all; call it before the jobs start. */
export const defineIndexJob = (jobs: Jobs, applications: Applications, signedAnswers: SignedAnswers): void =>
  jobs.define(indexQueue, async () => {
    await indexApplications(applications, { only: 'missing', signedAnswers })
  })
