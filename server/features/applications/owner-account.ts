import { sql } from 'kysely'

/** The account of an application's row, whether it is its current application or an earlier one. */
export const ownerAccount = sql<string>`coalesce(application.account_id, application.former_account_id)`
