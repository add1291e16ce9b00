import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { StoredApplication } from './application-row.ts'
import { type Answers, openAnswers } from './stored-answers.ts'
import { openHistory } from './stored-record.ts'

/** What one device wrote into an application at one time. */
export type HistoryEntry = {
  readonly id: string
  /** In UTC with microseconds, so that later times are later texts. */
  readonly at: string
  /** '' without an order, null in what the first releases recorded. */
  readonly device: string | null
  readonly changed: Answers
}

/** How many are read at once: others are served between two readings, however long a history is. */
const BATCH = 500

/** Everything that was written into an application, in the order in which it was recorded. */
export async function readHistory(
  db: Kysely<Tables>,
  { id, sealer }: Pick<StoredApplication, 'id' | 'sealer'>,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('answer_history')
      .select(['id', 'revision', 'sealed', 'changed', 'device'])
      .select(sql<string>`to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'))
      .where('application_id', '=', id)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { sealed, revision, ...row } of rows) {
      const recorded = sealed
        ? openHistory(sealed, id, revision, sealer)
        : { changed: openAnswers(row.changed, id, sealer), device: row.device }
      entries.push({ id: String(row.id), at: row.at, ...recorded })
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < BATCH) return entries
  }
}
