import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type ErrorCode, type ExportRight, GUARDED_DAYS, type Institution, isGuarded } from '../../../api/index.ts'
import { auditRow, type Doer, declined } from '../../platform/control/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { inNetworks } from '../../platform/limits/index.ts'
import { newToken, tokenHash } from '../../platform/secrets/index.ts'
import type { Mail } from '../../running/mail/index.ts'

/** The dependencies of every function in this folder. */
export type ExportTokensDeps = {
  readonly database: Pick<Database, 'db'>
  readonly now: () => Date
  readonly mail: Pick<Mail, 'enqueue'>
  readonly institution: Pick<Institution, 'staff'>
}

/** How the id of a token for the sandbox begins. */
const SANDBOX = 'sandbox_'

const DAY = 86_400_000 // ms

type Wanted = {
  readonly name: string
  readonly rights: readonly ExportRight[]
  readonly networks: readonly string[]
  readonly purpose: string
  readonly days: number
  readonly sandbox: boolean
}

/**
 * Makes a token for the export calls. Only its hash is stored, so nobody can read it a second time. One that reads numbers
 * or demographic answers needs a purpose, a network and an early end, opens nothing until another person has confirmed it,
 * and is told to `staff.alerts_to`. Throws one sentence if it cannot be made so, or if a token of this name has not ended.
 */
export async function makeToken(
  { database, now, mail, institution }: ExportTokensDeps,
  { name, rights, networks, purpose, days, sandbox }: Wanted,
  doer: Doer,
) {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw declined(`${name} is no name of a token: use lower-case letters, digits and hyphens.`)
  const wrong = networks.find((each) => inNetworks([each]) === undefined)
  if (wrong !== undefined) throw declined(`${wrong} is no network such as 192.0.2.0/24 or 2001:db8::/32.`)
  const isWaiting = !sandbox && isGuarded(rights)
  const lacking = isWaiting ? lackingIn({ networks, purpose, days }) : undefined
  if (lacking !== undefined)
    throw declined(`A token that reads Social Security numbers or demographic answers needs ${lacking}.`)
  const id = `${sandbox ? SANDBOX : ''}${randomBytes(6).toString('hex')}`
  const secret = newToken()
  const expires_at = new Date(now().getTime() + days * DAY)
  const detail = { name, rights, networks, purpose, expires_at }
  await inTransaction(database.db, async (transaction) => {
    const made = await transaction
      .insertInto('export_token')
      .values({
        id,
        name,
        // A server of the release before does not know that a token waits: it finds a hash of nothing.
        hash: tokenHash(isWaiting ? newToken() : secret),
        waiting_hash: isWaiting ? tokenHash(secret) : null,
        made_by: doer.by,
        owner_id: doer.person ?? null,
        purpose,
        expires_at,
        rights: JSON.stringify(rights),
        networks: JSON.stringify(networks),
      })
      .onConflict((conflict) => conflict.column('name').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw declined(`There is a token ${name} already: end it first, or choose another name.`)
    await auditToken(transaction, isWaiting ? 'export token asked for' : 'export token made', id, doer, detail)
    const told = isWaiting ? (institution.staff?.alerts_to ?? []) : []
    const values = { name, rights: rights.join(', '), networks: networks.join(', '), purpose, by: doer.by }
    for (const to of told) await mail.enqueue(transaction, { kind: 'token_asked', to, values })
  })
  return {
    token: `cwy_${id}_${secret}`,
    name,
    rights,
    networks,
    expires_at: expires_at.toISOString(),
    is_waiting: isWaiting,
  }
}

/** The first thing that a guarded token lacks, in words. */
function lackingIn({ networks, purpose, days }: Pick<Wanted, 'networks' | 'purpose' | 'days'>): string | undefined {
  if (networks.length === 0) return 'the networks from which it may be used'
  if (purpose === '') return 'a purpose'
  return days > GUARDED_DAYS ? `an end within ${GUARDED_DAYS} days` : undefined
}

export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number]

/** Every token that was made, the newest last, and whether it may be used: until when, or since when not. */
export async function listTokens({ database, now }: Pick<ExportTokensDeps, 'database' | 'now'>) {
  const tokens = await ownedTokens(database.db)
    .select(['waiting_hash', 'made_by', 'last_used_at', 'confirmer.name as confirmed_by', 'owner.name as owner'])
    .orderBy('made_at')
    .orderBy('export_token.id')
    .execute()
  return tokens.map(({ expires_at, ended_at, owner_ended_at, waiting_hash, ...token }) => {
    const ended = ended_at ?? owner_ended_at
    const open: 'waiting' | 'valid' = waiting_hash === null ? 'valid' : 'waiting'
    const state: 'ended' | 'expired' | 'waiting' | 'valid' = ended ? 'ended' : expires_at <= now() ? 'expired' : open
    return { ...token, state, until: ended ?? expires_at }
  })
}

/** Tokens with who answers for them: one ends with that person's access, whoever ended it. */
const ownedTokens = (db: Kysely<Tables>) =>
  db
    .selectFrom('export_token')
    .leftJoin('staff_person as owner', 'owner.id', 'owner_id')
    .leftJoin('staff_person as confirmer', 'confirmer.id', 'export_token.confirmed_by')
    .select(['export_token.id', 'export_token.name', 'rights', 'networks', 'purpose', 'expires_at', 'owner_id'])
    .select(['export_token.ended_at', 'owner.ended_at as owner_ended_at'])

/** Ends the token of this name at once. Throws one sentence if there is none. */
export const endToken = (
  { database, now }: Pick<ExportTokensDeps, 'database' | 'now'>,
  name: string,
  doer: Doer,
): Promise<string> =>
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

/** Ends what a person answers for, with their access. Returns the names. */
export async function endTokensOf(
  { now }: Pick<ExportTokensDeps, 'now'>,
  transaction: Kysely<Tables>,
  person: number,
  doer: Doer,
): Promise<readonly string[]> {
  const ended = await transaction
    .updateTable('export_token')
    .set({ ended_at: now() })
    .where('owner_id', '=', person)
    .where('ended_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of ended) await auditToken(transaction, 'export token ended', id, doer, { name })
  return ended.map(({ name }) => name).sort()
}

/** A person at the desk, who may do no more than one of the two things that a guarded token needs. */
type Person = Doer & { readonly person: number }

/** Confirms a token that another person asked for: from now on it opens what it names. Throws one sentence if it cannot. */
export const confirmToken = (deps: Pick<ExportTokensDeps, 'database' | 'now'>, name: string, doer: Person) =>
  change(deps, name, async (transaction, { id, owner_id, waiting_hash }) => {
    if (waiting_hash === null) throw declined(`${name} needs no confirmation.`)
    if (owner_id === doer.person) throw declined('You asked for this token, so another person must confirm it.')
    await transaction
      .updateTable('export_token')
      .set({ hash: waiting_hash, waiting_hash: null, confirmed_by: doer.person, confirmed_at: deps.now() })
      .where('id', '=', id)
      .execute()
    await auditToken(transaction, 'export token confirmed', id, doer, { name })
    return `${name} can be used.`
  })

/** Has another person answer for a token, so that it does not end with its maker's access. */
export const takeOverToken = (deps: Pick<ExportTokensDeps, 'database' | 'now'>, name: string, doer: Person) =>
  change(deps, name, async (transaction, { id, owner_id, confirmed_by }) => {
    if (owner_id === doer.person) throw declined(`You answer for ${name} already.`)
    if (confirmed_by === doer.person) throw declined(`You confirmed ${name}, so another person must answer for it.`)
    await transaction.updateTable('export_token').set({ owner_id: doer.person }).where('id', '=', id).execute()
    await auditToken(transaction, 'export token taken over', id, doer, { name, from: owner_id })
    return `${name} is yours: it ends with your access.`
  })

/** Changes a token that has neither ended nor expired, while nobody else does. */
const change = (
  { database, now }: Pick<ExportTokensDeps, 'database' | 'now'>,
  name: string,
  work: (transaction: Kysely<Tables>, token: Changed) => Promise<string>,
): Promise<string> =>
  inTransaction(database.db, async (transaction) => {
    const token = await transaction
      .selectFrom('export_token')
      .select(['id', 'owner_id', 'waiting_hash', 'confirmed_by'])
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now())
      .forUpdate()
      .executeTakeFirst()
    if (!token) throw declined(`There is no token ${name}.`)
    return work(transaction, token)
  })

type Changed = {
  readonly id: string
  readonly owner_id: number | null
  readonly waiting_hash: string | null
  readonly confirmed_by: number | null
}

/** A token that was made, whether or not it may still be used. */
export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** The token that a caller gave; undefined if no such token was ever made. */
export async function findToken({ database }: Pick<ExportTokensDeps, 'database'>, given: string) {
  const [, id, secret] = /^cwy_((?:sandbox_)?[0-9a-f]{12})_([\w-]{43})$/.exec(given) ?? []
  if (id === undefined || secret === undefined) return undefined
  const hash = tokenHash(secret)
  return ownedTokens(database.db)
    .select(['last_used_at', 'waiting_hash'])
    .where('export_token.id', '=', id)
    .where((is) => is.or([is('hash', '=', hash), is('waiting_hash', '=', hash)]))
    .executeTakeFirst()
}

/** Whether a token reads the sandbox and nothing else. Its id says so, and earlier releases know no such id. */
export const isSandbox = ({ id }: Pick<FoundToken, 'id'>): boolean => id.startsWith(SANDBOX)

/** Why a token may not be used now from an address; undefined if it may. */
export function problemWith(
  { ended_at, owner_ended_at, waiting_hash, expires_at, networks }: FoundToken,
  { now, address }: { readonly now: Date; readonly address: string },
): ErrorCode | undefined {
  if (ended_at ?? owner_ended_at) return 'ended_export_token'
  if (expires_at <= now) return 'expired_export_token'
  if (waiting_hash !== null) return 'waiting_export_token'
  if (networks.length > 0 && !inNetworks(networks)?.(address)) return 'other_network'
  return undefined
}

const MINUTE = 60_000 // ms

/** Remembers that a token was used, to the minute. */
export async function rememberUse(
  { database, now }: Pick<ExportTokensDeps, 'database' | 'now'>,
  { id, last_used_at }: Pick<FoundToken, 'id' | 'last_used_at'>,
): Promise<void> {
  if (last_used_at && now().getTime() - last_used_at.getTime() < MINUTE) return
  await database.db.updateTable('export_token').set({ last_used_at: now() }).where('id', '=', id).execute()
}

type TokenAction =
  | 'export token asked for'
  | 'export token made'
  | 'export token confirmed'
  | 'export token taken over'
  | 'export token ended'

/** Records what was done to a token, and by whom. */
const auditToken = (
  db: Kysely<Tables>,
  action: TokenAction,
  id: string,
  doer: Doer,
  detail: Readonly<Record<string, unknown>>,
): Promise<unknown> =>
  db
    .insertInto('audit')
    .values(auditRow(doer, action, id, detail))
    .execute()
