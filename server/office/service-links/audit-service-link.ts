import type { Kysely } from 'kysely'
import { operator } from '../../platform/control/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** Records that a service link was made, used or revoked: the audit log shows permanently who read an application. */
export const auditServiceLink = (
  db: Kysely<Tables>,
  action: 'service link made' | 'service link used' | 'service links revoked',
  applicationId: string,
  detail: { readonly by?: string; readonly link?: number },
): Promise<unknown> =>
  db
    .insertInto('audit')
    .values({
      actor: action === 'service link used' ? 'service user' : operator(),
      action,
      subject: applicationId,
      detail: JSON.stringify(detail),
    })
    .execute()
