import type { Insertable, Kysely } from 'kysely'
import type { StaffRight } from '../../../api/index.ts'
import { firstPath } from '../../../form/index.ts'
import type { ApplicationDeps } from '../../applying/applications/index.ts'
import { applicationNamed } from '../../applying/submissions/index.ts'
import { operator, parseWords, personIn } from '../../platform/control/index.ts'
import { endedBefore, inTransaction, type Tables } from '../../platform/database/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import type { Settings } from '../../platform/settings/index.ts'

/** The dependencies of every function in this folder. */
export type ServiceLinkDeps = ApplicationDeps & { readonly settings: Pick<Settings, 'baseUrl'> }

/** `npm run service-link`: makes a link to the service view. Wrong words throw one sentence. */
export const serviceLinkCommand = async (deps: ServiceLinkDeps, words: readonly string[]) =>
  makeServiceLink(deps, read(words, 'service-link'))

/** `npm run revoke-service-links`: ends every link to an application. Wrong words throw one sentence. */
export const revokeServiceLinksCommand = async (deps: ServiceLinkDeps, words: readonly string[]) =>
  revokeServiceLinks(deps, read(words, 'revoke-service-links'))

function read(words: readonly string[], command: string): { readonly name: string; readonly by: string } {
  const usage = `Usage: npm run ${command} -- <reference or e-mail address> --by <person>`
  const { values, positionals } = parseWords(words, { by: { type: 'string' } }, usage)
  const [name, ...more] = positionals
  if (!name || more.length > 0) throw new Error(usage)
  return { name, by: personIn(values.by) }
}

const LIFETIME = 15 * 60_000 // ms; staff open a link at once, and one that is found later opens nothing

type Asked = { readonly name: string; readonly by: string }

/**
 * Makes a link to the service view of one application, valid for 15 minutes and any number of uses. `name` is a
 * reference number or an account's email address; throws one sentence if there is no such application. The audit log
 * holds the person who asked.
 */
const makeServiceLink = (
  deps: ServiceLinkDeps,
  { name, by }: Asked,
): Promise<{ readonly url: string; readonly expires_at: string }> =>
  inTransaction(deps.database.db, async (transaction) => {
    const applicationId = await applicationNamed(transaction, name)
    const { link, url, expiresAt } = await storeLink(deps, transaction, { application_id: applicationId })
    await auditServiceLink(transaction, 'service link made', applicationId, { by, link })
    return { url, expires_at: expiresAt.toISOString() }
  })

/** Ends every service link of an application at once; returns how many there were. */
const revokeServiceLinks = (
  { database, now }: ServiceLinkDeps,
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

/** Makes such a link for a person at the staff desk: it opens in their session only, and shows what they may read. */
export async function makeDeskLink(
  deps: ServiceLinkDeps,
  { applicationId, sessionId, rights }: DeskLink,
): Promise<string> {
  const row = {
    application_id: applicationId,
    staff_session_id: sessionId,
    rights: JSON.stringify(rights),
    // For a server of the release before.
    may_read_sensitive: rights.includes('sensitive') && rights.includes('conduct'),
    may_read_demographics: rights.includes('demographics'),
  }
  return (await storeLink(deps, deps.database.db, row)).url
}

type DeskLink = {
  readonly applicationId: string
  readonly sessionId: number
  /** Those of its reader's role. */
  readonly rights: readonly StaffRight[]
}

async function storeLink(
  { settings, now }: ServiceLinkDeps,
  db: Kysely<Tables>,
  row: Pick<Insertable<Tables['service_link']>, 'application_id'> & Partial<Insertable<Tables['service_link']>>,
) {
  const token = newToken()
  const expiresAt = new Date(now().getTime() + LIFETIME)
  const ended = await endedBefore({ database: { db }, now })
  await db.deleteFrom('service_link').where('expires_at', '<', ended).execute()
  const { id: link } = await db
    .insertInto('service_link')
    .values({ ...row, hash: tokenHash(token), expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { link, expiresAt, url: `${settings.baseUrl}${firstPath}?service_token=${token}` }
}

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
