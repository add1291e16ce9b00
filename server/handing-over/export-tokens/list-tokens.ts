import type { ExportTokens } from './export-tokens.ts'

export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number]

/** Every token that was made, the newest last, and whether it may still be used: until when, or since when not. */
export async function listTokens({ database, now }: ExportTokens) {
  const tokens = await database.db
    .selectFrom('export_token')
    .select(['id', 'name', 'rights', 'networks', 'made_by', 'expires_at', 'last_used_at', 'ended_at'])
    .orderBy('made_at')
    .orderBy('id')
    .execute()
  return tokens.map(({ expires_at, ended_at, ...token }) => {
    const state: 'ended' | 'expired' | 'valid' = ended_at ? 'ended' : expires_at <= now() ? 'expired' : 'valid'
    return { ...token, state, until: ended_at ?? expires_at }
  })
}
