import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'

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
