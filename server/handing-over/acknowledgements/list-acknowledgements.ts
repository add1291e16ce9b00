import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { Database, Tables } from '../../platform/database/index.ts'
import { type Reading, reading } from '../../platform/metrics/index.ts'

const MOST = 200 // rows
const total = sql<number>`(count(*) over ())::int`.as('total')

/** What was given and not acknowledged in time, and what was not accepted, with how many there are of each. */
export async function listAcknowledgements(db: Kysely<Tables>) {
  const targets = await db
    .selectFrom(handedOver(db).as('given'))
    .select('target')
    .distinct()
    .orderBy('target')
    .execute()
  const waiting = await waitingFor(db)
    .select(['target', 'application_id', 'version', sql<Date>`min(at)`.as('at'), total])
    .groupBy(['target', 'application_id', 'version'])
    .orderBy('at')
    .orderBy('application_id')
    .limit(MOST)
    .execute()
  const newest = db
    .selectFrom('acknowledgement')
    .distinctOn(['target', 'application_id'])
    .selectAll()
    .orderBy('target')
    .orderBy('application_id')
    .orderBy('id', 'desc')
  const refused = await db
    .selectFrom(newest.as('newest'))
    .select(['target', 'application_id', 'version', 'result', 'reason', 'made_by', 'at', total])
    .where('result', '!=', 'accepted')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return {
    targets: targets.map(({ target }) => target),
    waiting,
    waitingCount: waiting[0]?.total ?? 0,
    refused,
    refusedCount: refused[0]?.total ?? 0,
  }
}

/** The newest version of the application with a reference number that a target was given; undefined if it has none. */
export async function givenByReference(
  db: Kysely<Tables>,
  { target, reference }: { readonly target: string; readonly reference: string },
): Promise<{ readonly application_id: string; readonly version: number } | undefined> {
  const found = await db
    .selectFrom('submission')
    .select('application_id')
    .where('reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst()
  if (!found) return undefined
  return db
    .selectFrom(handedOver(db, [found.application_id]).as('given'))
    .select(['application_id', 'version'])
    .where('target', '=', target)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const PATIENCE = 48 // hours

/** What each target was given over 48 hours ago and has said nothing about. */
const waitingFor = (db: Kysely<Tables>) =>
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

/** The name of the audit row of an application that was read with a token. */
export const APPLICATION_EXPORTED = 'application exported'

/** The target of what is read with the token of this name, and the actor of its audit rows. */
export const targetOfToken = (name: string): string => `api:${name}`

/**
 * Every version of an application that a target was given and when: by deliveries that are whole, unless it was held
 * back, and by calls. Of all applications, or of these.
 */
export const handedOver = (db: Kysely<Tables>, ids?: readonly string[]) =>
  db
    .selectFrom('delivery_row')
    .innerJoin('delivery', 'delivery.id', 'delivery_row.delivery_id')
    .where('manifest', 'is not', null)
    .where('suspended', 'is', null)
    .$if(ids !== undefined, (query) => query.where('application_id', 'in', ids ?? []))
    .select(['target', 'application_id', 'version', sql<Date>`coalesce(sent_at, started_at)`.as('at')])
    .unionAll(
      db
        .selectFrom('audit')
        .where('action', '=', sql.lit(APPLICATION_EXPORTED))
        .$if(ids !== undefined, (query) => query.where('subject', 'in', ids ?? []))
        .select([
          'actor as target',
          // Other actions have other subjects, and PostgreSQL may look at those first.
          sql<string>`case when action = ${sql.lit(APPLICATION_EXPORTED)} then subject::uuid end`.as('application_id'),
          sql<number>`(detail ->> 'version')::integer`.as('version'),
          'at',
        ]),
    )

/** Whether anybody was given the application with this id, as `handedOver` has it. */
export const isHandedOver = (id: Expression<string>) => sql<SqlBool>`(
  exists (
    select from delivery_row join delivery on delivery.id = delivery_id
    where delivery_row.application_id = ${id} and manifest is not null and suspended is null
  ) or exists (select from audit where action = ${sql.lit(APPLICATION_EXPORTED)} and subject = ${id}::text)
)`

/** Whether the newest answer of somebody who was given it is that it is rejected or held back. */
export const isHeldBack = (id: Expression<string>) => sql<SqlBool>`${id} in (
  select application_id from acknowledgement where result <> 'accepted' and not exists (
    select from acknowledgement as later
    where later.target = acknowledgement.target and later.application_id = acknowledgement.application_id
      and later.id > acknowledgement.id
  )
)`
