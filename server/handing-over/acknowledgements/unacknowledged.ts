import { type Kysely, sql } from 'kysely'
import type { Database, Tables } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'
import { handedOver } from './handed-over.ts'

const PATIENCE = 48 // hours

/** What each target was given over 48 hours ago and has said nothing about. */
export const waitingFor = (db: Kysely<Tables>) =>
  db
    .selectFrom(handedOver(db).as('given'))
    .where('at', '<', sql<Date>`clock_timestamp() - make_interval(hours => ${PATIENCE})`)
    // A target that never acknowledged anything does not do so.
    .where('target', 'in', db.selectFrom('acknowledgement').select('target'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('acknowledgement')
            .select('id')
            .whereRef('acknowledgement.target', '=', 'given.target')
            .whereRef('acknowledgement.application_id', '=', 'given.application_id')
            .whereRef('acknowledgement.version', '=', 'given.version'),
        ),
      ),
    )

/** How many versions of applications that are. */
const unacknowledged = ({ db }: Pick<Database, 'db'>) =>
  waitingFor(db)
    .select(['target', sql<number>`count(distinct (application_id, version))::int`.as('count')])
    .groupBy('target')
    .orderBy('target')
    .execute()

/** One sentence for each target that has not acknowledged what it was given. */
export const acknowledgementWarnings = async (database: Pick<Database, 'db'>): Promise<readonly string[]> =>
  (await unacknowledged(database)).map(
    ({ target, count }) =>
      `${target} has not acknowledged ${count} ${count === 1 ? 'application' : 'applications'} that it was given over ${PATIENCE} hours ago.`,
  )

/** The same as a metric. Fails while the database is away. */
export const acknowledgementReadings = async (database: Pick<Database, 'db'>): Promise<readonly Reading[]> =>
  (await unacknowledged(database)).map(({ target, count }) => reading('causeway_unacknowledged', { target }, count))
