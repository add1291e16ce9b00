import { sql } from 'kysely'

/** The account of an application's row, whether it is its current application or an earlier one. */
export const ownerAccount = sql<string>`coalesce(application.account_id, application.former_account_id)`

/** The account in what names the owner of a call: the account, or the account with one of its applications. */
export const accountIn = (owner: string): string => owner.split('.')[0] ?? ''
