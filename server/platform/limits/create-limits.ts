import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { createMetrics, type Metrics } from '../metrics/index.ts'
import {
  type AccountLimit,
  type AddressLimit,
  accountLimits,
  defaultLimits,
  type Limit,
  type LimitKind,
  type LimitTable,
  type SessionLimit,
} from './limit-table.ts'
import { type IsExempt, networkOf } from './networks.ts'

/** Whether one more is allowed now; if not, how long to wait. */
type Allowance =
  | {
      readonly allowed: true
      /** Takes the count back if it was not a failure after all. */
      readonly refund: () => Promise<void>
    }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Who acts on an account: a browser that is known to the account, or someone at this network address. */
export type Client = { readonly browser: string } | { readonly address: string }

/** Rate limits, with counters that all processes on the same database share. */
export type Limits = {
  /** Counts one more of `kind` for the client's address; an IPv6 address counts as its /64. */
  readonly takeForAddress: (kind: AddressLimit, address: string) => Promise<Allowance>
  /** The same for one account, from wherever the request comes. */
  readonly takeForSession: (kind: SessionLimit, account: string) => Promise<Allowance>
  /**
   * The same for an account and the place the request comes from, so that a stranger cannot use up what the owner
   * needs. An unknown browser counts for its network as well, unless the account is already refused.
   */
  readonly takeForAccount: (kind: AccountLimit, username: string, client: Client) => Promise<Allowance>
  /** Until when a limit for one account, from wherever requests come, allows no more; undefined while it does. */
  readonly reachedUntil: (kind: SessionLimit, account: string) => Promise<Date | undefined>
}

type LimitsOptions = {
  /** Whether the limits of a network do not count for an address. Those of an account count for everybody. */
  readonly isExempt?: IsExempt
  readonly metrics?: Pick<Metrics, 'count'>
}

const EXEMPT: Allowance = { allowed: true, refund: async () => {} }
const SWEEP_EVERY = 60_000 // ms

/** Creates the limits on a database; tests pass their own limits. */
export function createLimits(
  { db }: Pick<Database, 'db'>,
  overrides: Partial<LimitTable> = {},
  { isExempt = () => false, metrics = createMetrics() }: LimitsOptions = {},
): Limits {
  const table: LimitTable = { ...defaultLimits, ...overrides }
  let lastSweep = Number.NEGATIVE_INFINITY

  async function take(kind: LimitKind, subject: string): Promise<Allowance> {
    await sweep()
    const { most, seconds } = table[kind]
    const key = keyOf(kind, subject)
    const { rows } = await sql<{ count: number; wait: number }>`
      insert into rate_limit as counter (key, count, window_ends)
      values (${key}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        count = case when counter.window_ends <= clock_timestamp() then 1 else counter.count + 1 end,
        window_ends = case when counter.window_ends <= clock_timestamp() then excluded.window_ends else counter.window_ends end
      returning count, ceil(extract(epoch from window_ends - clock_timestamp()))::int as wait`.execute(db)
    const [counter] = rows
    if (counter === undefined) throw new Error('A rate limit counter was neither created nor found.')
    if (counter.count > most) {
      metrics.count('causeway_limit_hits_total', { limit: kind })
      return { allowed: false, retryAfterSeconds: Math.max(1, counter.wait) }
    }
    return {
      allowed: true,
      refund: async () => {
        await sql`update rate_limit set count = count - 1 where key = ${key} and count > 0`.execute(db)
      },
    }
  }

  /** Expired counters have no effect; remove them from time to time. */
  async function sweep(): Promise<void> {
    if (performance.now() - lastSweep < SWEEP_EVERY) return
    lastSweep = performance.now()
    await sql`delete from rate_limit where window_ends <= clock_timestamp()`.execute(db)
  }

  return {
    takeForAddress: async (kind, address) => (isExempt(address) ? EXEMPT : take(kind, networkOf(address))),
    takeForSession: take,
    takeForAccount: async (kind, username, client) => {
      const { accountAndNetwork, network } = accountLimits[kind]
      if ('browser' in client) return take(accountAndNetwork, `${username} browser ${client.browser}`)
      const forAccount = await take(accountAndNetwork, `${username} ${networkOf(client.address)}`)
      // A refusal for one account must not use up the limit of the other accounts on its network.
      if (!forAccount.allowed || isExempt(client.address)) return forAccount
      const forNetwork = await take(network, networkOf(client.address))
      if (!forNetwork.allowed) return forNetwork
      return { allowed: true, refund: async () => void (await Promise.all([forAccount.refund(), forNetwork.refund()])) }
    },
    reachedUntil: async (kind, account) => {
      const counter = await db
        .selectFrom('rate_limit')
        .select('window_ends')
        .where('key', '=', keyOf(kind, account))
        .where('count', '>=', table[kind].most)
        .where('window_ends', '>', sql<Date>`clock_timestamp()`)
        .executeTakeFirst()
      return counter?.window_ends
    },
  }
}

/** Hashed, so that the table contains no usernames and no addresses. */
const keyOf = (kind: LimitKind, subject: string) =>
  `${kind}:${createHash('sha256').update(`${kind}:${subject}`).digest('base64url')}`

/** Counts in this process only, for calls made at every keystroke. Seconds to wait, or undefined if allowed now. */
export type MemoryLimit = (address: string) => number | undefined

type MemoryLimitOptions = {
  /** Milliseconds, of a clock that nobody sets. */
  readonly now?: () => number
  readonly isExempt?: IsExempt
  readonly onRefused?: () => void
}

/** Creates a limit; an IPv6 address counts as its /64. All counters expire together, so nothing needs sweeping. */
export function createMemoryLimit(
  { most, seconds }: Limit,
  { now = () => performance.now(), isExempt = () => false, onRefused = () => {} }: MemoryLimitOptions = {},
): MemoryLimit {
  const counts = new Map<string, number>()
  let ends = 0
  return (address) => {
    if (isExempt(address)) return undefined
    const network = networkOf(address)
    if (now() >= ends) {
      counts.clear()
      ends = now() + seconds * 1_000
    }
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    if (count <= most) return undefined
    onRefused()
    return Math.ceil((ends - now()) / 1_000)
  }
}
