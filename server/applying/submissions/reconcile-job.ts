import { z } from 'zod'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import { reconcileSubmissions } from './reconcile-submissions.ts'
import type { Submissions } from './submissions.ts'

const reconcileQueue: Queue<Record<string, never>> = {
  name: 'reconcile-submissions',
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 30,
  retryBackoff: false,
  expireInSeconds: 300,
  cron: '*/10 * * * *',
}

/** Reconciles submissions every ten minutes, in one process for all; call it before the jobs start. */
export const defineReconcileJob = (jobs: Jobs, submissions: Submissions): void =>
  jobs.define(reconcileQueue, async () => {
    await reconcileSubmissions(submissions)
  })
