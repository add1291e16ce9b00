import type { FastifyBaseLogger } from 'fastify'
import { buildEndSessionUrl } from 'openid-client'
import type { StaffDeps } from '../staff.ts'
import { staffOrigin } from '../staff-origin.ts'
import { OPERATOR } from '../staff-people.ts'
import type { ProviderClient } from './provider-client.ts'
import { signInProblem } from './sign-in-problem.ts'

/**
 * Where the browser goes to sign out at the provider too; null if the provider has no such address or does not answer,
 * which keeps nobody from signing out here, or the person signed in with a link.
 */
export async function signOutAtProvider(
  { settings, database }: Pick<StaffDeps, 'settings' | 'database'>,
  client: ProviderClient,
  personId: number,
  log: FastifyBaseLogger,
): Promise<string | null> {
  const { issuer } = await database.db
    .selectFrom('staff_person')
    .select('issuer')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  if (issuer === OPERATOR) return null
  try {
    const { configuration } = await client.discovered()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${staffOrigin(settings)}/staff` }).href
  } catch (error) {
    log.warn({ problem: signInProblem(error).detail }, 'Somebody signed out, but not at the provider.')
    return null
  }
}
