import type { Dialect, Driver } from 'kysely'
import type { BaseLogger } from 'pino'

/**
 * The database cannot do what was asked now, and may do it later: it restarts, cannot be reached, or its disk is full.
 * Nothing was wrong with the question, so whoever asked is told to come back.
 */
export const isDatabaseAway = (error: unknown): boolean => error instanceof Error && error.name === 'DatabaseAway'

/**
 * The same dialect, whose errors say when the database is away. The log has one line when it goes and one when it is
 * back, however many requests meet it.
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

/** Every way of a query into the database: a connection, a statement, and the end of a transaction. */
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

/** Classes of SQLSTATE (PostgreSQL, appendix A): connection, resources such as the disk, an operator's stop, the system. */
const states = /^(08|53|57P|58)/
/** A standby takes no writes: during a failover the address may name one for a while. */
const READ_ONLY = '25006'
const network = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ENOSPC)/
/** What pg says without a code. */
const sentences = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)|not queryable/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return states.test(code) || code === READ_ONLY || network.test(code) || sentences.test(error.message)
}
