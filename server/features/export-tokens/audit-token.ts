import type { Kysely } from 'kysely'
import type { Doer } from '../../platform/control/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** Records that a token was made or ended, and by whom. */
export const auditToken = (
  db: Kysely<Tables>,
  action: 'export token made' | 'export token ended',
  id: string,
  { by, actor }: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  db
    .insertInto('audit')
    .values({ actor, action, subject: id, detail: JSON.stringify({ ...detail, by }) })
    .execute()
