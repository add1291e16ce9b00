import { randomBytes } from 'node:crypto'
import { inTransaction } from '../../platform/database/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { auditToken } from './audit-token.ts'
import { type ExportRight, type ExportTokens, SANDBOX } from './export-tokens.ts'

const DAY = 86_400_000 // ms

type Wanted = {
  readonly name: string
  readonly rights: readonly ExportRight[]
  readonly networks: readonly string[]
  readonly days: number
  readonly sandbox: boolean
  readonly by: string
}

/**
 * Makes a token for the export calls. Only its hash is stored, so nobody can read it a second time. Throws one sentence
 * if a token of this name has not ended.
 */
export async function makeToken(
  { database, now }: ExportTokens,
  { name, rights, networks, days, sandbox, by }: Wanted,
) {
  const id = `${sandbox ? SANDBOX : ''}${randomBytes(6).toString('hex')}`
  const secret = newToken()
  const expires_at = new Date(now().getTime() + days * DAY)
  await inTransaction(database.db, async (transaction) => {
    const made = await transaction
      .insertInto('export_token')
      .values({
        ...{ id, name, hash: tokenHash(secret), made_by: by, expires_at },
        ...{ rights: JSON.stringify(rights), networks: JSON.stringify(networks) },
      })
      .onConflict((conflict) => conflict.column('name').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new Error(`There is a token ${name} already: end it first, or choose another name.`)
    await auditToken(transaction, 'export token made', id, { name, rights, networks, expires_at, by })
  })
  return { token: `cwy_${id}_${secret}`, name, rights, networks, expires_at: expires_at.toISOString() }
}
