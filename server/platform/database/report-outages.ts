import type { Dialect, Driver } from 'kysely'
import type { BaseLogger } from 'pino'

/**
 * Whether the database cannot serve a query now but may later: it is restarting, cannot be reached, or its disk is
 * full. The query itself was fine, so the client is asked to try again later.
 */
export const isDatabaseAway = (error: unknown): boolean => error instanceof Error && error.name === 'DatabaseAway'

/**
 * Turns an outage into an error for which `isDatabaseAway` holds, and passes every other error on. For a library with
 * its own connections.
 */
export const asDatabaseAway = (error: unknown): unknown =>
  isOutage(error)
    ? Object.assign(new Error('The database is unavailable.', { cause: error }), { name: 'DatabaseAway' })
    : error

/** Why the database cannot be reached, in its driver's words. A refused connection has a code but no message. */
export function outageReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isDatabaseAway(error)) return outageReason(error.cause)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/**
 * Without an outage for so long, the database is back. On a full disk, and as a standby, it still answers what only reads,
 * so one answer says little: this is longer than the 15 seconds between two writes of the heartbeat.
 */
const CALM = 20_000 // ms

/**
 * Wraps a dialect so that its errors tell when the database is away. Logs one line when it goes away and one when it is
 * back, however many requests notice.
 */
export function reportOutages<Kind extends Dialect>(dialect: Kind, log: Pick<BaseLogger, 'warn' | 'info'>): Kind {
  let isAway = false
  let failedAt = 0
  const report = async <Result>(asked: Promise<Result>): Promise<Result> => {
    try {
      const result = await asked
      if (isAway && performance.now() - failedAt >= CALM) {
        isAway = false
        log.info('The database is available again.')
      }
      return result
    } catch (error) {
      if (!isOutage(error)) throw error
      if (!isAway) log.warn({ err: error }, 'The database is unavailable.')
      isAway = true
      failedAt = performance.now()
      throw asDatabaseAway(error)
    }
  }
  const createDriver = dialect.createDriver.bind(dialect)
  return Object.assign(dialect, { createDriver: () => wrapDriver(createDriver(), report) })
}

/** Covers every way to reach the database: getting a connection, running a statement, ending a transaction. */
function wrapDriver(driver: Driver, report: <Result>(pending: Promise<Result>) => Promise<Result>): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  const wrapped = new WeakSet<object>()
  return Object.assign(driver, {
    acquireConnection: async (...given: Parameters<Driver['acquireConnection']>) => {
      const connection = await report(acquire(...given))
      if (wrapped.has(connection)) return connection
      wrapped.add(connection)
      const execute = connection.executeQuery.bind(connection)
      return Object.assign(connection, {
        executeQuery: (...query: Parameters<typeof execute>) => report(execute(...query)),
      })
    },
    commitTransaction: (...given: Parameters<Driver['commitTransaction']>) => report(commit(...given)),
  })
}

/** SQLSTATE classes: connection, resources such as the disk, operator action, system error. */
const OUTAGE_STATES = /^(08|53|57P|58)/

/** A standby takes no writes: during a failover the address may point to one for a while. */
const READ_ONLY = '25006'
const DISK_FULL = '53100'
const NETWORK_ERRORS = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOSPC)/

/** Messages of pg that come without a code, and one of PostgreSQL whose code is that of a missing right. */
const OUTAGE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|not queryable|: Read-only file system$/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    OUTAGE_STATES.test(code) || code === READ_ONLY || NETWORK_ERRORS.test(code) || OUTAGE_MESSAGES.test(error.message)
  )
}

/** Why a database that answers takes nothing that is written. `words` continue a sentence about it. */
export type WritesRefused = { readonly why: 'read_only' | 'full'; readonly words: string }

/** Whether a failed write says that the database only reads now; undefined for any other error. */
export function writesRefused(error: unknown): WritesRefused | undefined {
  if (!(error instanceof Error)) return undefined
  if (isDatabaseAway(error)) return writesRefused(error.cause)
  const code = 'code' in error ? error.code : undefined
  if (code === READ_ONLY)
    return { why: 'read_only', words: 'is read-only: it is a standby, or default_transaction_read_only is on' }
  if (/: Read-only file system$/.test(error.message)) return { why: 'read_only', words: 'has a read-only disk' }
  if (code === DISK_FULL || code === 'ENOSPC') return { why: 'full', words: 'has a full disk' }
  return undefined
}

/** What an operator has to put right before the database serves again; undefined for any other error. */
export function settingAtFault(error: unknown): string | undefined {
  const { code }: { code?: unknown } = Object(error)
  return Object.entries(REFUSALS).find(([state]) => state === code)?.[1]
}

/** By SQLSTATE. Nobody can tell these apart from a fault of the program by the words of the driver. */
const REFUSALS = {
  '28000': 'The database refuses the role in DATABASE_URL: it may not log in.',
  '28P01': 'The database refuses the password in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
  '42501': 'The role in DATABASE_URL lacks a right: npm run migrate gives it the rights of this release.',
}

/** In PostgreSQL's list of error codes. */
const FOREIGN_KEY_VIOLATION = '23503'

/** The constraint that a new row violates because what it refers to is gone; undefined for any other error. */
export function goneReference(error: unknown): string | undefined {
  const { code, constraint }: { code?: unknown; constraint?: unknown } = Object(error)
  return code === FOREIGN_KEY_VIOLATION ? String(constraint) : undefined
}
