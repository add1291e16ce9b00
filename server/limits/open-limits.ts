import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import {
  type AccountLimit,
  type AddressLimit,
  type Figure,
  type LimitKind,
  figures as ourFigures,
  type SessionLimit,
} from './figures.ts'
import { networkOf } from './network-of.ts'

/** Whether one more is allowed now; otherwise how long to wait. */
type Allowance = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number }

/** Counters shared by every process on the same database. */
export type Limits = {
  /** Counts one more of `kind` for the address that asks; an IPv6 address counts as its /64. */
  readonly takeForAddress: (kind: AddressLimit, address: string) => Promise<Allowance>
  /** The same for who is signed in, wherever they ask from. */
  readonly takeForSession: (kind: SessionLimit, accountId: string) => Promise<Allowance>
  /** The same for an account and for the address that asks in its name; the longer wait counts. */
  readonly takeForAccount: (kind: AccountLimit, username: string, address: string) => Promise<Allowance>
}

const SWEEP_EVERY = 60_000 // ms

/** Opens the limits of a database; tests give their own figures. */
export function openLimits({ db }: Pick<Database, 'db'>, given: Partial<Record<LimitKind, Figure>> = {}): Limits {
  const figures = { ...ourFigures, ...given }
  let swept = 0

  async function take(kind: LimitKind, subject: string): Promise<Allowance> {
    await sweep()
    const { most, seconds } = figures[kind]
    const { rows } = await sql<{ count: number; wait: number }>`
      insert into rate_limit as counter (key, count, window_ends)
      values (${keyOf(kind, subject)}, 1, clock_timestamp() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        count = case when counter.window_ends <= clock_timestamp() then 1 else counter.count + 1 end,
        window_ends = case when counter.window_ends <= clock_timestamp() then excluded.window_ends else counter.window_ends end
      returning count, ceil(extract(epoch from window_ends - clock_timestamp()))::int as wait`.execute(db)
    const [counter] = rows
    if (counter === undefined) throw new Error('A counter was neither made nor found.')
    return counter.count <= most ? { allowed: true } : { allowed: false, retryAfterSeconds: Math.max(1, counter.wait) }
  }

  /** Counters whose time is over say nothing; now and then they are removed. */
  async function sweep(): Promise<void> {
    if (Date.now() - swept < SWEEP_EVERY) return
    swept = Date.now()
    await sql`delete from rate_limit where window_ends <= clock_timestamp()`.execute(db)
  }

  return {
    takeForAddress: (kind, address) => take(kind, networkOf(address)),
    takeForSession: take,
    takeForAccount: async (kind, username, address) => {
      const taken = [await take(kind, username), await take(`${kind}_by_address`, networkOf(address))]
      const waits = taken.flatMap((each) => (each.allowed ? [] : [each.retryAfterSeconds]))
      return waits.length === 0 ? { allowed: true } : { allowed: false, retryAfterSeconds: Math.max(...waits) }
    },
  }
}

/** No username and no address stands in the table. */
const keyOf = (kind: LimitKind, subject: string) =>
  `${kind}:${createHash('sha256').update(`${kind}:${subject}`).digest('base64url')}`
