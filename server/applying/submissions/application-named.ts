import type { Kysely } from 'kysely'
import { canonicalCode, canonicalEmail } from '../../../engine/index.ts'
import type { Tables } from '../../platform/database/index.ts'

/** The id of the application with this reference number or account email address. Throws if there is none. */
export async function applicationNamed(db: Kysely<Tables>, name: string): Promise<string> {
  const isAddress = name.includes('@')
  const row = isAddress
    ? await db
        .selectFrom('application')
        .innerJoin('user', 'user.id', 'application.account_id')
        .select('application.id')
        .where('user.email', '=', canonicalEmail(name).toLowerCase())
        .executeTakeFirst()
    : await db
        .selectFrom('submission')
        .select('application_id as id')
        .where('reference', '=', canonicalCode(name).toUpperCase())
        .executeTakeFirst()
  if (row) return row.id
  throw new Error(
    isAddress
      ? 'No application belongs to this e-mail address.'
      : 'No submitted application has this reference number.',
  )
}
