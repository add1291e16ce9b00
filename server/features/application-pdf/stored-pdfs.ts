import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/index.ts'
import { type KeyRing, sealedSchema } from '../../platform/secrets/index.ts'

/**
 * Finished PDFs are stored in the database, encrypted: a PDF contains everything an applicant wrote, and any server
 * process may be asked for it.
 */
export async function storePdf(
  db: Kysely<Tables>,
  keyRing: KeyRing,
  applicationId: string,
  pdf: Uint8Array,
): Promise<void> {
  const file = JSON.stringify(keyRing.seal(Buffer.from(pdf).toString('base64'), contextOf(applicationId)))
  await setPdfStatus(db, applicationId, 'COMPLETED', { file })
}

/** A stored PDF and the reference number of its application; undefined if there is none. */
export async function storedPdf(
  db: Kysely<Tables>,
  keyRing: KeyRing,
  applicationId: string,
): Promise<{ readonly pdf: Buffer; readonly reference: string } | undefined> {
  const row = await db
    .selectFrom('copy')
    .innerJoin('submission', 'submission.application_id', 'copy.application_id')
    .select(['copy.file', 'submission.reference'])
    .where('copy.application_id', '=', applicationId)
    .executeTakeFirst()
  if (!row?.file) return undefined
  const sealed = sealedSchema.parse(JSON.parse(row.file))
  return { pdf: Buffer.from(keyRing.open(sealed, contextOf(applicationId)), 'base64'), reference: row.reference }
}

/** The progress of a PDF; undefined before it was requested. */
export const pdfStatusOf = (db: Kysely<Tables>, applicationId: string) =>
  db.selectFrom('copy').select(['status', 'message']).where('application_id', '=', applicationId).executeTakeFirst()

/** Records the progress of a PDF; a job that runs twice never resets a finished one. */
export async function setPdfStatus(
  db: Kysely<Tables>,
  applicationId: string,
  status: Tables['copy']['status'],
  { file = null, message = null }: { readonly file?: string | null; readonly message?: string | null } = {},
): Promise<void> {
  await db
    .insertInto('copy')
    .values({ application_id: applicationId, status, file, message })
    .onConflict((conflict) =>
      conflict
        .column('application_id')
        .doUpdateSet({ status, file, message, updated_at: sql`clock_timestamp()` })
        .where('copy.status', '!=', 'COMPLETED'),
    )
    .execute()
}

const contextOf = (applicationId: string) => `copy:${applicationId}`
