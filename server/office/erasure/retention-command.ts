import { z } from 'zod'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import type { Queue } from '../../platform/jobs/index.ts'
import type { Erasures } from './erasures.ts'
import { applyRetention, type Due, dueNow, problemWithDue } from './retention.ts'

const USAGE = 'Usage: npm run retention -- --dry-run, or retention -- [--all] --by <person>'

/** `npm run retention`: says what is due, or erases it. `--all` ignores the ceiling once. */
export async function retentionCommand(erasures: Erasures, words: readonly string[]): Promise<readonly string[]> {
  const options = { by: { type: 'string' }, all: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const
  const { values, positionals } = parseWords(words, options, USAGE)
  if (positionals.length > 0) throw new Error(USAGE)
  const due = await dueNow(erasures)
  if (values['dry-run']) return [...inWords(due, 'would be'), ...due.drafts.map(({ id }) => id), ...due.submitted]
  const by = personIn(values.by)
  const problem = await problemWithDue(erasures, due, { all: values.all })
  if (problem !== undefined) return [problem]
  await erasures.database.db
    .insertInto('audit')
    .values({ actor: operator(), action: 'retention run', subject: 'applications', detail: JSON.stringify({ by }) })
    .execute()
  await applyRetention(erasures, due)
  return inWords(due, 'were')
}

const retentionQueue: Queue<Record<string, never>> = {
  name: 'retention',
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 300,
  retryBackoff: false,
  expireInSeconds: 3600,
  cron: '23 9 * * *', // at night in the United States
}

/** Applies the retention every night, in one process for all; call it before the jobs start. */
export const defineRetentionJob = (erasures: Erasures): void =>
  erasures.jobs.define(retentionQueue, async () => {
    const due = await dueNow(erasures)
    const problem = await problemWithDue(erasures, due)
    if (due.mailTrouble !== undefined) erasures.log.warn(due.mailTrouble)
    if (problem === undefined) await applyRetention(erasures, due)
    else erasures.log.warn(problem)
  })

/** What an operator should know, one sentence each. */
export async function retentionWarnings(erasures: Erasures): Promise<readonly string[]> {
  if (erasures.institution.retention === undefined) return []
  const problem = await problemWithDue(erasures, await dueNow(erasures))
  return problem === undefined ? [] : [problem]
}

/** What the retention would do now, one sentence each; none without a retention. */
export async function retentionNow(erasures: Erasures): Promise<readonly string[]> {
  if (erasures.institution.retention === undefined) return []
  const due = await dueNow(erasures)
  const problem = await problemWithDue(erasures, due)
  return [...inWords(due, 'would be'), ...(problem === undefined ? [] : [problem])]
}

const inWords = (
  { warned, notices, drafts, submitted, accounts, auditBefore, mailTrouble }: Due,
  verb: string,
): readonly string[] => [
  `${warned.length} mails ${verb} written to owners of drafts, saying that their draft goes in two weeks.`,
  `${notices.sent} owners were told within two weeks. ${notices.waiting} such mails were not accepted by the mail server; those drafts stay.`,
  `${drafts.length} drafts, ${submitted.length} submitted applications and ${accounts.length} unused accounts ${verb} erased.`,
  ...(mailTrouble === undefined ? [] : [mailTrouble]),
  ...(auditBefore ? [`Rows of the audit log before ${auditBefore.toISOString()} ${verb} removed.`] : []),
]
