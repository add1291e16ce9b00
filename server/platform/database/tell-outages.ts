import type { Dialect, Driver } from 'kysely'
import type { BaseLogger } from 'pino'

/**
 * Whether the database cannot serve a query now but may later: it is restarting, cannot be reached, or its disk is
 * full. The query itself was fine, so the client is asked to try again later.
 */
export const isDatabaseAway = (error: unknown): boolean => error instanceof Error && error.name === 'DatabaseAway'

/**
 * Wraps a dialect so that its errors tell when the database is away. Logs one line when it goes away and one when it is
 * back, however many requests notice.
 */
export function tellOutages<Kind extends Dialect>(dialect: Kind, log: Pick<BaseLogger, 'warn' | 'info'>): Kind {
  let isAway = false
  const told = async <Result>(asked: Promise<Result>): Promise<Result> => {
    try {
      const result = await asked
      if (isAway) log.info('The database answers again.')
      isAway = false
      return result
    } catch (error) {
      if (!isOutage(error)) throw error
      if (!isAway) log.warn({ err: error }, 'The database is away.')
      isAway = true
      throw Object.assign(new Error('The database is away.', { cause: error }), { name: 'DatabaseAway' })
    }
  }
  const createDriver = dialect.createDriver.bind(dialect)
  return Object.assign(dialect, { createDriver: () => watched(createDriver(), told) })
}

/** Covers every way to reach the database: getting a connection, running a statement, ending a transaction. */
function watched(driver: Driver, told: <Result>(asked: Promise<Result>) => Promise<Result>): Driver {
  const acquire = driver.acquireConnection.bind(driver)
  const commit = driver.commitTransaction.bind(driver)
  const seen = new WeakSet<object>()
  return Object.assign(driver, {
    acquireConnection: async (...given: Parameters<Driver['acquireConnection']>) => {
      const connection = await told(acquire(...given))
      if (seen.has(connection)) return connection
      seen.add(connection)
      const execute = connection.executeQuery.bind(connection)
      return Object.assign(connection, {
        executeQuery: (...query: Parameters<typeof execute>) => told(execute(...query)),
      })
    },
    commitTransaction: (...given: Parameters<Driver['commitTransaction']>) => told(commit(...given)),
  })
}

/** SQLSTATE classes (PostgreSQL, appendix A): connection, resources such as the disk, operator action, system error. */
const states = /^(08|53|57P|58)/
/** A standby takes no writes: during a failover the address may point to one for a while. */
const READ_ONLY = '25006'
const network = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOSPC)/
/** Messages of pg that come without a code. */
const sentences = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|not queryable/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return states.test(code) || code === READ_ONLY || network.test(code) || sentences.test(error.message)
}
