import type { Logger } from 'pino'
import type { Institution } from '../../../../api/index.ts'
import { type Settings, startupError } from '../../../platform/settings/index.ts'

/**
 * Throws a startup error if staff sign in with a provider and nobody could have a role. Warns if they need no second
 * factor.
 */
export function checkStaffProvider(
  { staffProvider }: Pick<Settings, 'staffProvider'>,
  { staff }: Institution,
  log: Pick<Logger, 'warn'>,
): void {
  if (!staffProvider) return
  if (Object.keys(staff?.roles ?? {}).length === 0)
    throw startupError(
      'INSTITUTION_FILE gives nobody a role at the staff desk: STAFF_OIDC_ISSUER needs staff.roles, such as { "adm-viewers": "viewer" }.',
    )
  if (!staffProvider.secondFactor)
    log.warn('Staff sign in without proof of a second factor, because STAFF_OIDC_MFA is unset.')
}
