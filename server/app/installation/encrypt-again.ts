import { sql } from 'kysely'
import { sealAnswersAgain, sealerOf } from '../../applying/applications/index.ts'
import { sealSnapshotAgain } from '../../applying/submissions/index.ts'
import { movePdf } from '../../documents/application-pdf/index.ts'
import { type Database, inTransaction } from '../../platform/database/index.ts'
import { DATA_KEY, type KeyRing } from '../../platform/secrets/index.ts'
import type { Storage } from '../../platform/storage/index.ts'

/** The dependencies of what encrypts stored data again. */
export type KeyChange = {
  readonly database: Pick<Database, 'db'>
  readonly keyRing: KeyRing
  readonly storage: Pick<Storage, 'keyOf' | 'read' | 'write' | 'remove'>
}

/**
 * Gives one application a data key under the first secret key, and encrypts with it everything that a secret key still
 * encrypts: answers, history, snapshot and PDF. All of it or nothing; each value is decrypted and compared. Nobody can
 * change the application meanwhile.
 */
export const encryptApplicationAgain = ({ database, keyRing, storage }: KeyChange, id: string): Promise<void> =>
  inTransaction(database.db, async (transaction) => {
    const before = await transaction
      .selectFrom('application')
      .select(['id', 'answers', 'data_key'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return
    const dataKey = before.data_key === null ? keyRing.newDataKey(id) : keyRing.rewrap(before.data_key, id)
    const [from, to] = [sealerOf(keyRing, before), sealerOf(keyRing, { id, data_key: dataKey })]
    // The tables that are written once allow this one application's encrypted values to change, until the commit.
    await sql`select set_config('causeway.encrypting_again', ${id}, true)`.execute(transaction)
    await transaction
      .updateTable('application')
      .set({
        answers: JSON.stringify(sealAnswersAgain(before.answers, id, from, to)),
        data_key: JSON.stringify(dataKey),
      })
      .where('id', '=', id)
      .execute()
    const history = await transaction
      .selectFrom('answer_history')
      .select(['id', 'changed'])
      .where('application_id', '=', id)
      .where(sql<boolean>`${sql.raw(underSecretKey('changed'))}`)
      .execute()
    for (const { id: row, changed } of history)
      await transaction
        .updateTable('answer_history')
        .set({ changed: JSON.stringify(sealAnswersAgain(changed, id, from, to)) })
        .where('id', '=', row)
        .execute()
    const submission = await transaction
      .selectFrom('submission')
      .select('snapshot')
      .where('application_id', '=', id)
      .executeTakeFirst()
    const snapshot = submission && sealSnapshotAgain(submission.snapshot, id, from, to)
    if (snapshot !== undefined)
      await transaction.updateTable('submission').set({ snapshot }).where('application_id', '=', id).execute()
    await movePdf({ keyRing, storage }, transaction, id, dataKey)
  })

/** The ids of applications of which something is not encrypted with a data key under this secret key, in order. */
export async function applicationsToEncryptAgain(
  { db }: Pick<Database, 'db'>,
  keyId: string,
  after: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from application
    where id > ${after}
      and (
        data_key is null
        or data_key ->> 'kid' <> ${keyId}
        or ${sql.raw(underSecretKey('answers'))}
        or exists (select from answer_history where application_id = application.id and ${sql.raw(underSecretKey('changed'))})
        or exists (select from submission where application_id = application.id and ${sql.raw(underSecretKey('snapshot'))})
        or exists (select from copy where application_id = application.id and file is not null)
      )
    order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

const underSecretKey = (column: string) =>
  `exists (select from jsonb_each(${column}) where jsonb_typeof(value) = 'object' and value ->> 'kid' <> '${DATA_KEY}')`
