import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DocumentAnswer } from '../../engine/index.ts'
import type { Tables } from '../platform/database/index.ts'

/** The rows that finished uploads leave for these questions of an account's application; without files in storage. */
export async function attach(
  db: Kysely<Tables>,
  accountId: string,
  files: Readonly<Record<string, DocumentAnswer>>,
): Promise<void> {
  const { id } = await db
    .selectFrom('application')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const rows = Object.entries(files).map(([answer_key, file]) => ({
    ...{ application_id: id, answer_key, file_key: randomUUID(), result_key: randomUUID() },
    ...{ ...file, status: 'COMPLETED' as const },
  }))
  await db.insertInto('document').values(rows).execute()
}
