import type { ErrorCode } from '../../../api/index.ts'
import { inNetworks } from '../../platform/limits/index.ts'
import { tokenHash } from '../../platform/secrets/index.ts'
import { type ExportTokens, SANDBOX } from './export-tokens.ts'

/** A token that was made, whether or not it may still be used. */
export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** The token that a caller gave; undefined if no such token was ever made. */
export async function findToken({ database }: ExportTokens, given: string) {
  const [, id, secret] = /^cwy_((?:sandbox_)?[0-9a-f]{12})_([\w-]{43})$/.exec(given) ?? []
  if (id === undefined || secret === undefined) return undefined
  return database.db
    .selectFrom('export_token')
    .select(['id', 'name', 'rights', 'networks', 'expires_at', 'last_used_at', 'ended_at'])
    .where('id', '=', id)
    .where('hash', '=', tokenHash(secret))
    .executeTakeFirst()
}

/** Whether a token reads the sandbox and nothing else. Its id says so, and earlier releases know no such id. */
export const isSandbox = ({ id }: Pick<FoundToken, 'id'>): boolean => id.startsWith(SANDBOX)

/** Why a token may not be used now from an address; undefined if it may. */
export function problemWith(
  { ended_at, expires_at, networks }: FoundToken,
  { now, address }: { readonly now: Date; readonly address: string },
): ErrorCode | undefined {
  if (ended_at) return 'ended_export_token'
  if (expires_at <= now) return 'expired_export_token'
  if (networks.length > 0 && !inNetworks(networks)?.(address)) return 'other_network'
  return undefined
}

const MINUTE = 60_000 // ms

/** Remembers that a token was used, to the minute. */
export async function rememberUse({ database, now }: ExportTokens, { id, last_used_at }: FoundToken): Promise<void> {
  if (last_used_at && now().getTime() - last_used_at.getTime() < MINUTE) return
  await database.db.updateTable('export_token').set({ last_used_at: now() }).where('id', '=', id).execute()
}
