import type { Kysely } from 'kysely'
import { auditRow, type Doer } from '../../platform/control/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** Records that a token was made or ended, and by whom. */
export const auditToken = (
  db: Kysely<Tables>,
  action: 'export token made' | 'export token ended',
  id: string,
  doer: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  db
    .insertInto('audit')
    .values(auditRow(doer, action, id, detail))
    .execute()
