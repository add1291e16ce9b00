import { sql, type Transaction } from 'kysely'
import { SERVER } from '../../../engine/index.ts'
import type { StoredAnswers, StoredWrite, Tables } from '../../platform/database/index.ts'
import type { Applications } from './applications.ts'
import { type Answers, sealAnswers } from './stored-answers.ts'

/** Who writes: a device, with its number for the write of each key. The server itself has neither. */
export type Writer = { readonly device: string; readonly numbers: Readonly<Record<string, number>> }

const serverWriter: Writer = { device: SERVER, numbers: {} }

/** Milliseconds: the history records at most one write per device, key and minute, not each keystroke. */
const HISTORY_INTERVAL = 60_000

/**
 * Merges changed answers into an application by key and records them in the history, within the caller's transaction,
 * which has locked the application. Returns the new revision. An answer that was stored for a minute, or came from
 * another device, is always recorded before it is replaced.
 */
export async function writeAnswers(
  { form, keyRing, now }: Applications,
  transaction: Transaction<Tables>,
  applicationId: string,
  changed: Answers,
  { device, numbers }: Writer = serverWriter,
): Promise<number> {
  const before = await transaction
    .selectFrom('application')
    .select(['revision', 'answers', 'writings'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const revision = before.revision + 1
  const at = now().getTime()
  const stored = sealAnswers(changed, applicationId, form, keyRing)
  const replaced: Record<string, StoredAnswers[string]> = {}
  const recorded: Record<string, StoredAnswers[string]> = {}
  const writes: Record<string, StoredWrite> = {}
  for (const [key, value] of Object.entries(stored)) {
    const last = before.writings[key]
    const isOwn = device !== '' && device !== SERVER && last?.[1] === device
    const isReplacedUnrecorded = last !== undefined && !last[5] && (!isOwn || at - last[3] >= HISTORY_INTERVAL)
    if (isReplacedUnrecorded) replaced[key] = before.answers[key] ?? ''
    const recordedAt = !isOwn ? undefined : isReplacedUnrecorded ? at : last?.[4]
    const isRecorded = recordedAt === undefined || at - recordedAt >= HISTORY_INTERVAL
    if (isRecorded) recorded[key] = value
    writes[key] = [revision, device, numbers[key] ?? 0, at, isRecorded ? at : (recordedAt ?? at), isRecorded]
  }
  await transaction
    .updateTable('application')
    .set({
      answers: sql`answers || ${JSON.stringify(stored)}::jsonb`,
      writings: sql`writings || ${JSON.stringify(writes)}::jsonb`,
      revision,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', applicationId)
    .execute()
  const rows = [
    { revision: before.revision, changed: replaced },
    { revision, changed: recorded },
  ].filter((row) => Object.keys(row.changed).length > 0)
  if (rows.length > 0) {
    await transaction
      .insertInto('answer_history')
      .values(rows.map((row) => ({ ...row, application_id: applicationId, changed: JSON.stringify(row.changed) })))
      .execute()
  }
  return revision
}

/** Records writes of keys whose answers do not change. */
export async function recordWrites(
  transaction: Transaction<Tables>,
  applicationId: string,
  writings: Readonly<Record<string, StoredWrite>>,
): Promise<void> {
  if (Object.keys(writings).length === 0) return
  await transaction
    .updateTable('application')
    .set({ writings: sql`writings || ${JSON.stringify(writings)}::jsonb` })
    .where('id', '=', applicationId)
    .execute()
}
