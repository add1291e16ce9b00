import { sql, type Transaction } from 'kysely'
import { SERVER } from '../../../engine/index.ts'
import type { StoredAnswers, StoredWriting, Tables } from '../../platform/database/index.ts'
import type { Applications } from './applications.ts'
import { type Answers, sealAnswers } from './stored-answers.ts'

/** Who writes: a device, with its number for the writing of each key. The server itself has neither. */
export type Writer = { readonly device: string; readonly numbers: Readonly<Record<string, number>> }

const serverItself: Writer = { device: SERVER, numbers: {} }

/** Milliseconds: the history records at most one writing per device, key and minute, not each keystroke. */
const TOLD_AT_MOST_EVERY = 60_000

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
  { device, numbers }: Writer = serverItself,
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
  const told: Record<string, StoredAnswers[string]> = {}
  const writings: Record<string, StoredWriting> = {}
  for (const [key, value] of Object.entries(stored)) {
    const last = before.writings[key]
    const isOwn = device !== '' && device !== SERVER && last?.[1] === device
    const isReplacedUntold = last !== undefined && !last[5] && (!isOwn || at - last[3] >= TOLD_AT_MOST_EVERY)
    if (isReplacedUntold) replaced[key] = before.answers[key] ?? ''
    const toldAt = !isOwn ? undefined : isReplacedUntold ? at : last?.[4]
    const isTold = toldAt === undefined || at - toldAt >= TOLD_AT_MOST_EVERY
    if (isTold) told[key] = value
    writings[key] = [revision, device, numbers[key] ?? 0, at, isTold ? at : (toldAt ?? at), isTold]
  }
  await transaction
    .updateTable('application')
    .set({
      answers: sql`answers || ${JSON.stringify(stored)}::jsonb`,
      writings: sql`writings || ${JSON.stringify(writings)}::jsonb`,
      revision,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', applicationId)
    .execute()
  const rows = [
    { revision: before.revision, changed: replaced },
    { revision, changed: told },
  ].filter((row) => Object.keys(row.changed).length > 0)
  if (rows.length > 0) {
    await transaction
      .insertInto('answer_history')
      .values(rows.map((row) => ({ ...row, application_id: applicationId, changed: JSON.stringify(row.changed) })))
      .execute()
  }
  return revision
}

/** Records writings of keys whose answers do not change. */
export async function noteWritings(
  transaction: Transaction<Tables>,
  applicationId: string,
  writings: Readonly<Record<string, StoredWriting>>,
): Promise<void> {
  if (Object.keys(writings).length === 0) return
  await transaction
    .updateTable('application')
    .set({ writings: sql`writings || ${JSON.stringify(writings)}::jsonb` })
    .where('id', '=', applicationId)
    .execute()
}
