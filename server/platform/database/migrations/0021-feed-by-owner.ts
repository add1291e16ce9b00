import { statements } from './statements.ts'

/**
 * The feed of changes is written with the rights of the tables' owner. So an application that is submitted after the
 * migrations and before `npm run migrate` has given the servers' user its rights is not refused.
 */
export const feedByOwner = statements(
  'alter function record_submitted() security definer set search_path = pg_catalog, public, pg_temp',
  // Else a trigger on a table of somebody's own could write the feed with these rights.
  'revoke execute on function record_submitted() from public',
)
