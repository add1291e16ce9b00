import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { say } from '../../../engine/index.ts'
import { applicationIdOf } from '../../applying/applications/index.ts'
import type { Tables } from '../../platform/database/index.ts'
import { type App, refusal, refuse, serveCall } from '../../platform/http/index.ts'
import { type KeyRing, readSignedPath, type Sealed, sealedSchema, signedPath } from '../../platform/secrets/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { ApplicationPdfDeps } from './deps.ts'

/** Where finished PDFs are. */
type StoredPdfDeps = {
  readonly database: { readonly db: Kysely<Tables> }
  readonly keyRing: KeyRing
  readonly storage: Pick<Storage, 'keyOf' | 'read' | 'write' | 'remove'>
}

/**
 * Stores a finished PDF in the storage, encrypted with the data key of its application: it contains everything an
 * applicant wrote. An application without a data key has its PDF in the database, where earlier releases look for it.
 */
export async function storePdf(
  { database, keyRing, storage }: StoredPdfDeps,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
  pdf: Uint8Array,
): Promise<void> {
  const dataKey = await dataKeyOf(database.db, applicationId)
  if (dataKey === null) {
    const file = JSON.stringify(keyRing.seal(Buffer.from(pdf).toString('base64'), contextOf(applicationId)))
    await setPdfStatus(database.db, applicationId, 'COMPLETED', { version, file })
    return
  }
  const key = await writeFile({ keyRing, storage }, applicationId, dataKey, pdf)
  if (!(await setPdfStatus(database.db, applicationId, 'COMPLETED', { version, file_key: key })))
    await storage.remove(key)
}

/** A stored PDF and the reference number of its application; undefined if there is none. */
export async function storedPdf(
  { database, keyRing, storage }: StoredPdfDeps,
  applicationId: string,
): Promise<{ readonly pdf: Buffer; readonly reference: string } | undefined> {
  const row = await database.db
    .selectFrom('application_pdf')
    .innerJoin('submission', 'submission.application_id', 'application_pdf.application_id')
    .innerJoin('application', 'application.id', 'application_pdf.application_id')
    .select(['application_pdf.file', 'application_pdf.file_key', 'submission.reference', 'application.data_key'])
    .where('application_pdf.application_id', '=', applicationId)
    .executeTakeFirst()
  if (!row) return undefined
  const { file, file_key: key, data_key: dataKey, reference } = row
  if (key !== null && dataKey !== null) {
    const encrypted = await storage.read(key)
    if (!encrypted) throw new Error(`The storage does not have the application PDF ${key}.`)
    return {
      pdf: keyRing.dataSealer(dataKey, { owner: applicationId }).openBytes(encrypted, contextOf(applicationId)),
      reference,
    }
  }
  return file === null ? undefined : { pdf: opened(keyRing, file, applicationId), reference }
}

/** The stored PDF of the application with this reference number. */
export async function storedPdfOf(deps: StoredPdfDeps, reference: string): Promise<Buffer | undefined> {
  const row = await deps.database.db
    .selectFrom('submission')
    .select('application_id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && (await storedPdf(deps, row.application_id))?.pdf
}

/**
 * Moves a PDF that is in the database to the storage, encrypted with a data key. The caller's transaction has locked the application.
 */
export async function movePdf(
  { keyRing, storage }: Omit<StoredPdfDeps, 'database'>,
  transaction: Kysely<Tables>,
  applicationId: string,
  dataKey: Sealed,
): Promise<void> {
  const row = await transaction
    .selectFrom('application_pdf')
    .select('file')
    .where('application_id', '=', applicationId)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.file) return
  const pdf = opened(keyRing, row.file, applicationId)
  const key = await writeFile({ keyRing, storage }, applicationId, dataKey, pdf)
  const written = keyRing
    .dataSealer(dataKey, { owner: applicationId })
    .openBytes((await storage.read(key)) ?? new Uint8Array(), contextOf(applicationId))
  if (!written.equals(pdf)) throw new Error('A PDF that was encrypted again cannot be read.')
  await transaction
    .updateTable('application_pdf')
    .set({ file: null, file_key: key })
    .where('application_id', '=', applicationId)
    .execute()
}

/** The progress of a PDF; undefined before it was requested. */
const pdfStatusOf = (db: Kysely<Tables>, applicationId: string) =>
  db
    .selectFrom('application_pdf')
    .select(['status', 'message'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst()

type Stored = Partial<Pick<Selectable<Tables['application_pdf']>, 'file' | 'file_key' | 'message' | 'version'>>

/**
 * Records the progress of a PDF; a job that runs twice never resets a finished one, and one of an earlier version changes
 * nothing. Returns whether it was recorded.
 */
export async function setPdfStatus(
  db: Kysely<Tables>,
  applicationId: string,
  status: Tables['application_pdf']['status'],
  { file = null, file_key = null, message = null, version = 1 }: Stored = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('application_pdf')
    .values({ application_id: applicationId, version, status, file, file_key, message })
    .onConflict((conflict) =>
      conflict
        .column('application_id')
        .doUpdateSet({ status, file, file_key, message, updated_at: sql`clock_timestamp()` })
        .where('application_pdf.status', '!=', 'COMPLETED')
        .where('application_pdf.version', '=', version),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function dataKeyOf(db: Kysely<Tables>, applicationId: string): Promise<Sealed | null> {
  const row = db.selectFrom('application').select('data_key').where('id', '=', applicationId)
  return (await row.executeTakeFirstOrThrow()).data_key
}

async function writeFile(
  { keyRing, storage }: Omit<StoredPdfDeps, 'database'>,
  applicationId: string,
  dataKey: Sealed,
  pdf: Uint8Array,
): Promise<string> {
  const key = storage.keyOf('applications', applicationId, randomUUID())
  await storage.write(
    key,
    keyRing.dataSealer(dataKey, { owner: applicationId }).sealBytes(pdf, contextOf(applicationId)),
  )
  return key
}

const opened = (keyRing: KeyRing, file: string, applicationId: string) =>
  Buffer.from(keyRing.open(sealedSchema.parse(JSON.parse(file)), contextOf(applicationId)), 'base64')

// Part of what is encrypted: files that are stored can be read with these words only.
const contextOf = (applicationId: string) => `copy:${applicationId}`

// The key that signs is derived from these words, so links of servers of the release before stay valid.
const PURPOSE = 'copy links'

const PATH = '/documents/application-pdf'

/** GET /api/pdf (requirement 7.pdf.1), and the signed link that it returns. */
export function applicationPdfRoutes(app: App, deps: ApplicationPdfDeps): void {
  const { database, keyRing, now } = deps
  serveCall(app, 'pdfStatus', async ({ applicant }) => {
    const id = await applicationIdOf(database.db, applicant.accountId)
    const row = id === undefined ? undefined : await pdfStatusOf(database.db, id)
    if (id === undefined || !row) return { status: 'NOT_ANSWERED', url: '', message: '' }
    const url = row.status === 'COMPLETED' ? `${PATH}/${signedPath(keyRing, PURPOSE, id, now())}` : ''
    return { status: row.status, url, message: row.message === null ? '' : say(row.message) }
  })

  app.get(`${PATH}/:id/:expires/:signed`, { config: { limit: 'signature' } }, async (request, reply) => {
    const id = readSignedPath(keyRing, PURPOSE, request.params, now())
    const stored = id === undefined ? undefined : await storedPdf(deps, id)
    if (!stored) return refuse(reply, refusal('ended_file_link'))
    // A PDF can contain its own kind of script, so in a tab it gets a page without any permissions.
    return reply
      .header('content-security-policy', "base-uri 'none'; frame-ancestors 'none'; sandbox")
      .header('content-disposition', `inline; filename="${deps.institution.pdf_name}-${stored.reference}.pdf"`)
      .type('application/pdf')
      .send(stored.pdf)
  })

  // Links that the release before made.
  app.get('/copies/:id/:expires/:signed', { config: { limit: 'none' } }, async ({ url }, reply) =>
    reply.redirect(url.replace('/copies', PATH), 308),
  )
}
