import { z } from 'zod'
import { endedBefore } from '../../platform/database/index.ts'
import type { Jobs, Queue } from '../../platform/jobs/index.ts'
import type { TemporaryAnswers } from './temporary-answers.ts'

const sweepQueue: Queue<Record<string, never>> = {
  name: 'sweep-temporary-answers',
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 30,
  retryBackoff: false,
  expireInSeconds: 300,
  cron: '17 * * * *',
}

/** Removes expired answers every hour, in one process for all; call it before the jobs start. */
export const defineSweepJob = (jobs: Jobs, temporary: TemporaryAnswers): void =>
  jobs.define(sweepQueue, () => sweepTemporaryAnswers(temporary))

/** Removes answers whose link expired a day ago. */
export async function sweepTemporaryAnswers(temporary: TemporaryAnswers): Promise<void> {
  const expired = temporary.database.db.deleteFrom('temporary_answers')
  await expired.where('expires_at', '<=', await endedBefore(temporary)).execute()
}
