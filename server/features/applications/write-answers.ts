import { sql, type Transaction } from 'kysely'
import { SERVER } from '../../../engine/index.ts'
import type { StoredAnswers, StoredWrite, Tables } from '../../platform/database/index.ts'
import { type ApplicationRow, sealerOf } from './application-row.ts'
import type { Applications } from './applications.ts'
import { type Answers, sealAnswers } from './stored-answers.ts'

/** Who writes: a device, with its number for the write of each key. The server itself has neither. */
export type Writer = { readonly device: string; readonly numbers: Readonly<Record<string, number>> }

const serverWriter: Writer = { device: SERVER, numbers: {} }

/** Milliseconds: the history records at most one write per device, key and minute, not each keystroke. */
const HISTORY_INTERVAL = 60_000

/**
 * Merges changed answers into an application by key and records them in the history, within the caller's transaction,
 * which has locked the application. `before` is its row as of now; returns the row after it. An answer that was stored
 * for a minute, or came from another device, is always recorded before it is replaced.
 */
export async function writeAnswers(
  { form, keyRing, now }: Applications,
  transaction: Transaction<Tables>,
  before: ApplicationRow,
  changed: Answers,
  { device, numbers }: Writer = serverWriter,
): Promise<ApplicationRow> {
  const { id } = before
  const revision = before.revision + 1
  const at = now().getTime()
  const stored = sealAnswers(changed, id, form, sealerOf(keyRing, before))
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
  const update = transaction
    .updateTable('application')
    .set({
      answers: sql`answers || ${JSON.stringify(stored)}::jsonb`,
      writings: sql`writings || ${JSON.stringify(writes)}::jsonb`,
      revision,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
  const rows = [
    { revision: before.revision, changed: replaced },
    { revision, changed: recorded },
  ].filter((row) => Object.keys(row.changed).length > 0)
  if (rows.length === 0) await update.execute()
  else
    await transaction
      .with('updated', () => update)
      .insertInto('answer_history')
      .values(rows.map((row) => ({ ...row, application_id: id, changed: JSON.stringify(row.changed) })))
      .execute()
  return {
    ...before,
    revision,
    answers: { ...before.answers, ...stored },
    writings: { ...before.writings, ...writes },
  }
}

/** Records writes of keys whose answers do not change; returns the row after it. */
export async function recordWrites(
  transaction: Transaction<Tables>,
  before: ApplicationRow,
  writings: Readonly<Record<string, StoredWrite>>,
): Promise<ApplicationRow> {
  if (Object.keys(writings).length === 0) return before
  await transaction
    .updateTable('application')
    .set({ writings: sql`writings || ${JSON.stringify(writings)}::jsonb` })
    .where('id', '=', before.id)
    .execute()
  return { ...before, writings: { ...before.writings, ...writings } }
}
