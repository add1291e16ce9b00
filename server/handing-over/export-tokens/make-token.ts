import { randomBytes } from 'node:crypto'
import type { ExportRight } from '../../../api/index.ts'
import { type Doer, declined } from '../../platform/control/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import { inNetworks } from '../../platform/limits/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import { auditToken } from './audit-token.ts'
import { type ExportTokens, SANDBOX } from './export-tokens.ts'

const DAY = 86_400_000 // ms

type Wanted = {
  readonly name: string
  readonly rights: readonly ExportRight[]
  readonly networks: readonly string[]
  readonly days: number
  readonly sandbox: boolean
}

/**
 * Makes a token for the export calls. Only its hash is stored, so nobody can read it a second time. Throws one sentence
 * if its name or a network cannot be used, or if a token of this name has not ended.
 */
export async function makeToken(
  { database, now }: ExportTokens,
  { name, rights, networks, days, sandbox }: Wanted,
  doer: Doer,
) {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw declined(`${name} is no name of a token: use lower-case letters, digits and hyphens.`)
  const wrong = networks.find((each) => inNetworks([each]) === undefined)
  if (wrong !== undefined) throw declined(`${wrong} is no network such as 192.0.2.0/24 or 2001:db8::/32.`)
  const id = `${sandbox ? SANDBOX : ''}${randomBytes(6).toString('hex')}`
  const secret = newToken()
  const expires_at = new Date(now().getTime() + days * DAY)
  await inTransaction(database.db, async (transaction) => {
    const made = await transaction
      .insertInto('export_token')
      .values({
        ...{ id, name, hash: tokenHash(secret), made_by: doer.by, expires_at },
        ...{ rights: JSON.stringify(rights), networks: JSON.stringify(networks) },
      })
      .onConflict((conflict) => conflict.column('name').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw declined(`There is a token ${name} already: end it first, or choose another name.`)
    await auditToken(transaction, 'export token made', id, doer, { name, rights, networks, expires_at })
  })
  return { token: `cwy_${id}_${secret}`, name, rights, networks, expires_at: expires_at.toISOString() }
}
