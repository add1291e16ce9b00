import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type ErrorCode, type ExportRight, exportRights } from '../../../api/index.ts'
import { auditRow, type Doer, declined, operatorFor, parseWords, personIn } from '../../platform/control/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { inNetworks } from '../../platform/limits/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'

/** The dependencies of every function in this folder. */
type ExportTokensDeps = { readonly database: Pick<Database, 'db'>; readonly now: () => Date }

/** How the id of a token for the sandbox begins. */
const SANDBOX = 'sandbox_'

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
  { database, now }: ExportTokensDeps,
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
        id,
        name,
        hash: tokenHash(secret),
        made_by: doer.by,
        expires_at,
        rights: JSON.stringify(rights),
        networks: JSON.stringify(networks),
      })
      .onConflict((conflict) => conflict.column('name').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw declined(`There is a token ${name} already: end it first, or choose another name.`)
    await auditToken(transaction, 'export token made', id, doer, { name, rights, networks, expires_at })
  })
  return { token: `cwy_${id}_${secret}`, name, rights, networks, expires_at: expires_at.toISOString() }
}

type ListedToken = Awaited<ReturnType<typeof listTokens>>[number]

/** Every token that was made, the newest last, and whether it may still be used: until when, or since when not. */
export async function listTokens({ database, now }: ExportTokensDeps) {
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

/** Ends the token of this name at once. Throws one sentence if there is none. */
export const endToken = ({ database, now }: ExportTokensDeps, name: string, doer: Doer): Promise<string> =>
  inTransaction(database.db, async (transaction) => {
    const ended = await transaction
      .updateTable('export_token')
      .set({ ended_at: now() })
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw declined(`There is no token ${name}.`)
    await auditToken(transaction, 'export token ended', ended.id, doer, { name })
    return `${name} has ended.`
  })

/** A token that was made, whether or not it may still be used. */
export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** The token that a caller gave; undefined if no such token was ever made. */
export async function findToken({ database }: ExportTokensDeps, given: string) {
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
export async function rememberUse(
  { database, now }: ExportTokensDeps,
  { id, last_used_at }: FoundToken,
): Promise<void> {
  if (last_used_at && now().getTime() - last_used_at.getTime() < MINUTE) return
  await database.db.updateTable('export_token').set({ last_used_at: now() }).where('id', '=', id).execute()
}

/** Records that a token was made or ended, and by whom. */
const auditToken = (
  db: Kysely<Tables>,
  action: 'export token made' | 'export token ended',
  id: string,
  doer: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  db
    .insertInto('audit')
    .values(auditRow(doer, action, id, detail))
    .execute()

const USAGE =
  'Usage: npm run token -- make <name> --rights <right>,… [--networks <network>,…] [--days <n>] [--sandbox] --by <person>, token -- list, or token -- end <name> --by <person>'

/** `npm run token`: makes, lists and ends the tokens of the export calls (docs/deliveries.md). Wrong words throw one sentence. */
export async function tokenCommand(deps: ExportTokensDeps, words: readonly string[]): Promise<unknown> {
  const { values, positionals } = parseWords(words, OPTIONS, USAGE)
  const [what, name = '', ...more] = positionals
  const given = Object.keys(values)
  if (what === 'list' && name === '' && given.length === 0) return linesOf(await listTokens(deps))
  if (!name || more.length > 0) throw new Error(USAGE)
  if (what === 'end' && given.every((option) => option === 'by'))
    return [await endToken(deps, name, operatorFor(personIn(values.by)))]
  if (what !== 'make') throw new Error(USAGE)
  const doer = operatorFor(personIn(values.by))
  const [rights, networks] = [rightsIn(values.rights), networksIn(values.networks)]
  return makeToken(deps, { name, rights, networks, days: daysIn(values.days), sandbox: values.sandbox ?? false }, doer)
}

/** A line for each token that was made, the newest last. */
const linesOf = (tokens: readonly ListedToken[]): readonly string[] =>
  tokens.length === 0
    ? ['There are no tokens.']
    : tokens.map(({ id, name, rights, networks, made_by, state, until, last_used_at }) =>
        [
          `${name} (${id})`,
          rights.join(','),
          `from ${networks.join(',') || 'every network'}`,
          `made by ${made_by}`,
          `${{ ended: 'ended', expired: 'expired', valid: 'valid until' }[state]} ${until.toISOString()}`,
          last_used_at ? `last used ${last_used_at.toISOString()}` : 'never used',
        ].join('; '),
      )

const OPTIONS = {
  by: { type: 'string' },
  rights: { type: 'string' },
  networks: { type: 'string' },
  days: { type: 'string' },
  sandbox: { type: 'boolean' },
} as const

function rightsIn(text = ''): readonly ExportRight[] {
  const given = listIn(text)
  const wrong = given.find((each) => !exportRights.some((right) => right === each))
  if (wrong === undefined && given.length > 0) return exportRights.filter((right) => given.includes(right))
  throw new Error(`--rights must be some of ${exportRights.join(',')}${wrong === undefined ? '' : `, not ${wrong}`}.`)
}

function networksIn(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  const given = listIn(text)
  if (given.length > 0) return given
  throw new Error('--networks must be networks such as 192.0.2.0/24 or 2001:db8::/32.')
}

function daysIn(text = '90'): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= 365) return days
  throw new Error('--days must be a whole number from 1 to 365.')
}

const listIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
