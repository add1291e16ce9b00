import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'
import { handedOver } from './handed-over.ts'

const PATIENCE = 48 // hours

/** How many versions of applications each target was given over 48 hours ago and has said nothing about. */
const unacknowledged = ({ db }: Pick<Database, 'db'>) =>
  db
    .selectFrom(handedOver(db).as('given'))
    .select(['target', sql<number>`count(distinct (application_id, version))::int`.as('count')])
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
