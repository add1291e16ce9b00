import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

/** Records that a token was made or ended, and by whom. */
export const auditToken = (
  db: Kysely<Tables>,
  action: 'export token made' | 'export token ended',
  id: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  db
    .insertInto('audit')
    .values({ actor: 'operator', action, subject: id, detail: JSON.stringify(detail) })
    .execute()
