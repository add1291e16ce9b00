import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import { handedOver } from './handed-over.ts'
import { waitingFor } from './unacknowledged.ts'

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
    ...{ waiting, waitingCount: waiting[0]?.total ?? 0 },
    ...{ refused, refusedCount: refused[0]?.total ?? 0 },
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
