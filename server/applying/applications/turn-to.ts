import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** Makes the current application of an account an earlier one. What is in it stays as it is. */
export const makeFormer = (transaction: Transaction<Tables>, accountId: string, id: string): Promise<unknown> =>
  transaction
    .updateTable('application')
    .set({ account_id: null, former_account_id: accountId })
    .where('id', '=', id)
    .execute()

/** Makes an earlier application the current one; the account must have no other current one by then. */
export const turnTo = (transaction: Transaction<Tables>, accountId: string, id: string): Promise<unknown> =>
  transaction
    .updateTable('application')
    .set({ account_id: accountId, former_account_id: null })
    .where('id', '=', id)
    .execute()
