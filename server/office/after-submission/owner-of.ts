import type { Kysely } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** An application, locked until the transaction ends, with its account and that account's email address. */
export const ownerOf = (transaction: Kysely<Tables>, applicationId: string) =>
  transaction
    .selectFrom('application')
    .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .select(['user.email', 'user.id as account', 'application.account_id', 'data_key'])
    .where('application.id', '=', applicationId)
    .forUpdate('application')
    .executeTakeFirst()
