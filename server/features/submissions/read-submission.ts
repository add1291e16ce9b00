import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { sealerOf } from '../applications/index.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

/** What `readSubmission` finds. */
export type AcceptedSubmission = NonNullable<Awaited<ReturnType<typeof readSubmission>>>

/** An accepted application as it was signed; undefined if there is none. */
export async function readSubmission(
  db: Kysely<Tables>,
  keyRing: KeyRing,
  applicationId: string,
): Promise<{ readonly reference: string; readonly submittedAt: Date; readonly snapshot: Snapshot } | undefined> {
  const row = await db
    .selectFrom('submission')
    .innerJoin('application', 'application.id', 'submission.application_id')
    .selectAll('submission')
    .select(['application.id', 'application.data_key'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  return (
    row && {
      reference: row.reference,
      submittedAt: row.submitted_at,
      snapshot: openSnapshot(row.snapshot, applicationId, sealerOf(keyRing, row)),
    }
  )
}
