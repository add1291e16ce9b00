import type { Kysely } from 'kysely'
import { ownerAccount } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** The rows of the index, joined with what the queue shows beside them. */
export const queueRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('application_index')
    .innerJoin('application', 'application.id', 'application_index.application_id')
    .leftJoin('user', (join) => join.on('user.id', '=', ownerAccount))
    .leftJoin('handling', 'handling.application_id', 'application_index.application_id')
