import type { ExportTokens } from './export-tokens.ts'

/** A line for each token that was made, the newest last. */
export async function listTokens({ database, now }: ExportTokens): Promise<readonly string[]> {
  const tokens = await database.db.selectFrom('export_token').selectAll().orderBy('made_at').orderBy('id').execute()
  if (tokens.length === 0) return ['There are no tokens.']
  return tokens.map(({ id, name, rights, networks, made_by, expires_at, last_used_at, ended_at }) => {
    const until = ended_at
      ? `ended ${ended_at.toISOString()}`
      : `${expires_at <= now() ? 'expired' : 'valid until'} ${expires_at.toISOString()}`
    return [
      `${name} (${id})`,
      rights.join(','),
      `from ${networks.join(',') || 'every network'}`,
      `made by ${made_by}`,
      until,
      last_used_at ? `last used ${last_used_at.toISOString()}` : 'never used',
    ].join('; ')
  })
}
