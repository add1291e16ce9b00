import { readHistory } from '../answer-history.ts'
import type { ApplicationDeps } from '../application-deps.ts'
import { openedOf } from '../application-row.ts'

/** What is stored of an account's application, decrypted, and what its history recorded, in order. */
export async function storedContents(deps: Pick<ApplicationDeps, 'database' | 'keyRing'>, account: string) {
  const { id, row, sealer, record } = await openedOf(deps, deps.database.db, account)
  const { packed, ...contents } = record
  const history = await readHistory(deps.database.db, { id, sealer })
  return { ...contents, revision: row.revision, isSealed: packed !== null, history }
}

/** Makes an account's application, which must not be there yet, one that an earlier release stores. */
export const startUnsealed = async (
  { database: { db }, keyRing }: Parameters<typeof storedContents>[0],
  account: string,
) => {
  const id = crypto.randomUUID()
  await db
    .insertInto('application')
    .values({ id, account_id: account, data_key: JSON.stringify(keyRing.newDataKey(id)) })
    .execute()
}
