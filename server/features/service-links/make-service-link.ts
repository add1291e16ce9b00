import { firstPath } from '../../../form/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { applicationNamed } from '../submissions/index.ts'
import { auditServiceLink } from './audit-service-link.ts'
import type { ServiceLinks } from './service-links.ts'

const LIFETIME = 15 * 60_000 // ms; staff open a link at once, and one that is found later opens nothing

type Asked = { readonly name: string; readonly by: string }

/**
 * Makes a link to the service view of one application, valid for 15 minutes and any number of uses. `name` is a
 * reference number or an account's email address; throws one sentence if there is no such application. The audit log
 * holds the person who asked.
 */
export async function makeServiceLink(
  { database, settings, now }: ServiceLinks,
  { name, by }: Asked,
): Promise<{ readonly url: string; readonly expires_at: string }> {
  const token = newToken()
  const expiresAt = new Date(now().getTime() + LIFETIME)
  await inTransaction(database.db, async (transaction) => {
    const applicationId = await applicationNamed(transaction, name)
    await transaction.deleteFrom('service_link').where('expires_at', '<', now()).execute()
    const { id: link } = await transaction
      .insertInto('service_link')
      .values({ hash: tokenHash(token), application_id: applicationId, expires_at: expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    await auditServiceLink(transaction, 'service link made', applicationId, { by, link })
  })
  return { url: `${settings.baseUrl}${firstPath}?service_token=${token}`, expires_at: expiresAt.toISOString() }
}

/** Ends every service link of an application at once; returns how many there were. */
export const revokeServiceLinks = (
  { database, now }: ServiceLinks,
  { name, by }: Asked,
): Promise<{ readonly revoked: number }> =>
  inTransaction(database.db, async (transaction) => {
    const applicationId = await applicationNamed(transaction, name)
    const ended = await transaction
      .deleteFrom('service_link')
      .where('application_id', '=', applicationId)
      .returning('expires_at')
      .execute()
    await auditServiceLink(transaction, 'service links revoked', applicationId, { by })
    return { revoked: ended.filter(({ expires_at }) => expires_at > now()).length }
  })
