import { sql } from 'kysely'
import { clockDoubt, endedBefore } from '../../platform/database/index.ts'
import type { Documents } from './documents.ts'
import { removeFiles } from './remove-files.ts'
import { ownsStorage, renewToken } from './storage-owner.ts'

const GRACE = 24 * 3_600_000 // ms: for people who change a tab by mistake and ask for help the same day
/** After this time an upload permission is certainly useless: twice its lifetime. */
const PERMISSION_ENDED = 20 * 60_000 // ms
const BATCH = 100
/** If more documents than both of these are due at once, something is wrong, unless an operator says otherwise. */
const limit = { documents: 500, part: 0.1 } as const

const NOT_OWNED =
  'Nothing is removed from the storage: another database owns it, or this database is a copy. If this database is the one in use, run: npm run sweep -- adopt'
const tooMany = (due: number) =>
  `The sweep removed nothing: ${due} documents are due at once. If that is right, run: npm run sweep -- all`

/** How much was swept, or why nothing was. */
export type Swept = { readonly documents: number; readonly uploads: number } | { readonly stopped: string }

/**
 * Removes documents without an answer, uploads that were never converted, and failed conversions, one day later,
 * and one more because a clock may be wrong by less than a day. Only documents that this database knows as such are
 * removed; a file is never removed for being unknown. `all` ignores the ceiling.
 */
export async function sweepDocuments(
  documents: Documents,
  { grace = GRACE, all = false }: { readonly grace?: number; readonly all?: boolean } = {},
): Promise<Swept> {
  const { database, storage, log } = documents
  const { db } = database
  const stop = async (stopped: string) => {
    await db.updateTable('storage_care').set({ stopped }).execute()
    log.warn(stopped)
    return { stopped }
  }
  if (!(await ownsStorage(documents))) return stop(NOT_OWNED)
  const doubt = await clockDoubt(documents)
  if (doubt !== undefined) return stop(`The sweep removed nothing. ${doubt}`)
  await renewToken(documents)
  const before = new Date((await endedBefore(documents)).getTime() - grace)
  // From here on, none of them can be converted any more. Their age does not change.
  await db
    .updateTable('document')
    .set({ status: 'DETACHED' })
    .where('status', '=', 'ISSUED')
    .where('updated_at', '<', before)
    .execute()
  const due = await dueBefore(documents, before)
  if (!all && due.length > limit.documents && due.length > limit.part * (await documentCount(documents)))
    return stop(tooMany(due.length))
  for (const ids of batches(due)) {
    if (!(await removeFiles(documents, ids, 'belongs to no application'))) return stop(NOT_OWNED)
    await db.deleteFrom('document').where('id', 'in', ids).execute()
  }
  const uploads = await removeUploads(documents)
  await storage.removeDrafts(before)
  await db.updateTable('storage_care').set({ stopped: null }).execute()
  const swept = { documents: due.length, uploads }
  if (swept.documents > 0) log.info(swept, 'Documents that belong to no application were removed.')
  return swept
}

/**
 * Removes what was uploaded for a document that has its PDF, once no upload form can write any more: nobody is ever
 * served anything but the PDF (docs/decisions/0021). Documents whose PDF is missing keep theirs.
 */
async function removeUploads(documents: Documents): Promise<number> {
  const { database, storage, now } = documents
  const rows = await database.db
    .selectFrom('document')
    .select(['id', 'result_key'])
    .where('original_key', 'is not', null)
    .where('status', '=', 'COMPLETED')
    .where('upload_ended', '=', false)
    .where('created_at', '<', new Date(now().getTime() - PERMISSION_ENDED))
    .execute()
  const ended: string[] = []
  for (const { id, result_key } of rows) if (await storage.sizeOf(result_key)) ended.push(id)
  for (const ids of batches(ended)) {
    if (!(await removeFiles(documents, ids, 'converted to a PDF', ['file_key', 'original_key']))) break
    await database.db.updateTable('document').set({ upload_ended: true }).where('id', 'in', ids).execute()
  }
  return ended.length
}

/** Documents of a signed version are never due: staff read that version as it was. */
async function dueBefore({ database }: Documents, before: Date): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('document')
    .select('id')
    .where('status', 'in', ['DETACHED', 'FAILED'])
    .where('updated_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('signed_document').select('version').whereRef('document_id', '=', 'document.id'))),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function documentCount({ database }: Documents): Promise<number> {
  const { count } = await database.db
    .selectFrom('document')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function* batches(ids: readonly string[]): Iterable<string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH)
}
