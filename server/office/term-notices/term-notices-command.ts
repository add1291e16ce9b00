import { z } from 'zod'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import type { Queue } from '../../platform/jobs/index.ts'
import { type DueNotice, dueNotices, sendNotices, type TermNotices } from './term-notices.ts'

const USAGE = 'Usage: npm run term-notices -- --dry-run, or term-notices -- --by <person>'

/** `npm run term-notices`: says whom the notices would go to now, or sends them. */
export async function termNoticesCommand(deps: TermNotices, words: readonly string[]): Promise<readonly string[]> {
  const options = { by: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
  const { values, positionals } = parseWords(words, options, USAGE)
  if (positionals.length > 0) throw new Error(USAGE)
  const due = await dueNotices(deps)
  if (values['dry-run'])
    return [`Applicants who would be told that their term closes: ${due.length}`, ...due.map(asLine)]
  const by = personIn(values.by)
  await deps.database.db
    .insertInto('audit')
    .values({ actor: operator(), action: 'term notices', subject: 'applications', detail: JSON.stringify({ by }) })
    .execute()
  return [`Applicants told that their term closes: ${await sendNotices(deps, due)}`]
}

const asLine = ({ id, term }: DueNotice) => `${id} ${term}`

const termNoticesQueue: Queue<Record<string, never>> = {
  name: 'term-notices',
  data: z.strictObject({}),
  retryLimit: 1,
  retryDelay: 300,
  retryBackoff: false,
  expireInSeconds: 3000,
  cron: '11 * * * *', // hourly, so that two days are two days
}

/** Sends what is due every hour, in one process for all; call it before the jobs start. */
export const defineTermNoticesJob = (deps: TermNotices): void =>
  deps.jobs.define(termNoticesQueue, async () => {
    await sendNotices(deps, await dueNotices(deps))
  })
