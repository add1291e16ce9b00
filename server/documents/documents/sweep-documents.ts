import { type RawBuilder, type Selectable, sql } from 'kysely'
import { operator } from '../../platform/control/index.ts'
import { clockDoubt, endedBefore, type Tables } from '../../platform/database/index.ts'
import { scheduled } from '../../platform/jobs/index.ts'
import { resumeConversions } from './conversion-jobs.ts'
import type { DocumentsDeps } from './deps.ts'
import { keepOriginal } from './kept-originals.ts'
import { adoptStorage, ownsStorage, removeFiles, renewToken } from './storage-owner.ts'

const GRACE = 24 * 3_600_000 // ms: for people who change a tab by mistake and ask for help the same day

/** After this time an upload permission is certainly useless: twice its lifetime. */
const PERMISSION_ENDED = 20 * 60_000 // ms
const REMOVED_AT_ONCE = 100

/** If more documents than both of these are due at once, something is wrong, unless an operator says otherwise. */
const limit = { documents: 500, part: 0.1 } as const

const NOT_OWNED =
  'Nothing is removed from the storage: another database owns it, or this database is a copy. If this database is the one in use, run: npm run sweep -- adopt'

const tooMany = (due: number) =>
  `The sweep removed nothing: ${due} documents are due at once. If that is right, run: npm run sweep -- all`

/** How much was swept, or why nothing was. */
type Swept = { readonly documents: number; readonly uploads: number } | { readonly stopped: string }

/**
 * Removes documents without an answer, uploads that were never converted, and failed conversions, one day later,
 * and one more because a clock may be wrong by less than a day. Only documents that this database knows as such are
 * removed; a file is never removed for being unknown. `all` ignores the ceiling.
 */
export async function sweepDocuments(
  deps: DocumentsDeps,
  { grace = GRACE, all = false }: { readonly grace?: number; readonly all?: boolean } = {},
): Promise<Swept> {
  const { database, storage, log } = deps
  const { db } = database
  const stop = async (stopped: string) => {
    await db.updateTable('storage_care').set({ stopped }).execute()
    log.warn(stopped)
    return { stopped }
  }
  if (!(await ownsStorage(deps))) return stop(NOT_OWNED)
  const doubt = await clockDoubt(deps)
  if (doubt !== undefined) return stop(`The sweep removed nothing. ${doubt}`)
  await renewToken(deps)
  const before = new Date((await endedBefore(deps)).getTime() - grace)
  // From here on, none of them can be converted any more. Their age does not change.
  await db
    .updateTable('document')
    .set({ status: 'DETACHED' })
    .where('status', '=', 'ISSUED')
    .where('updated_at', '<', before)
    .execute()
  const due = await dueBefore(deps, before)
  if (!all && due.length > limit.documents && due.length > limit.part * (await documentCount(deps)))
    return stop(tooMany(due.length))
  for (const ids of batches(due)) {
    if (!(await removeFiles(deps, ids, 'belongs to no application'))) return stop(NOT_OWNED)
    await db.deleteFrom('document').where('id', 'in', ids).execute()
  }
  const uploads = await removeUploads(deps)
  await storage.removeDrafts(before)
  await db.updateTable('storage_care').set({ stopped: null }).execute()
  const swept = { documents: due.length, uploads }
  if (swept.documents > 0) log.info(swept, 'Documents that belong to no application were removed.')
  return swept
}

/**
 * Removes what was uploaded for a document that has its PDF, once no upload form can write any more: nobody is ever
 * served anything but the PDF (docs/decisions/0021), and staff a signed original, which is kept elsewhere. Documents whose PDF is
 * missing keep theirs.
 */
async function removeUploads(deps: DocumentsDeps): Promise<number> {
  const { database, storage, now } = deps
  const rows = await database.db
    .selectFrom('document')
    .select(['id', 'application_id', 'original_key', 'result_key', 'kept_key'])
    .select(sql<boolean>`signatures is not null`.as('is_signed'))
    .where('original_key', 'is not', null)
    .where('status', '=', 'COMPLETED')
    .where('upload_ended', '=', false)
    .where('created_at', '<', new Date(now().getTime() - PERMISSION_ENDED))
    .execute()
  const ended: string[] = []
  for (const { id, result_key, is_signed, ...document } of rows)
    if ((await storage.sizeOf(result_key)) && (!is_signed || (await isKept(deps, { id, ...document })))) ended.push(id)
  for (const ids of batches(ended)) {
    if (!(await removeFiles(deps, ids, 'converted to a PDF', ['file_key', 'original_key']))) break
    await database.db.updateTable('document').set({ upload_ended: true }).where('id', 'in', ids).execute()
  }
  return ended.length
}

type Uploaded = Pick<Selectable<Tables['document']>, 'id' | 'application_id' | 'original_key' | 'kept_key'>

/** Whether the original of a signed document is kept; it is from now on, if its application has got a data key since. */
async function isKept(deps: DocumentsDeps, { original_key, kept_key, ...document }: Uploaded): Promise<boolean> {
  if (kept_key !== null && (await deps.storage.sizeOf(kept_key))) return true
  const bytes = original_key === null ? undefined : await deps.storage.read(original_key)
  return bytes !== undefined && keepOriginal(deps, document, bytes)
}

/** Documents of a signed version are never due: staff read that version as it was. */
async function dueBefore({ database }: DocumentsDeps, before: Date): Promise<readonly string[]> {
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

async function documentCount({ database }: DocumentsDeps): Promise<number> {
  const { count } = await database.db
    .selectFrom('document')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function* batches(ids: readonly string[]): Iterable<string[]> {
  for (let start = 0; start < ids.length; start += REMOVED_AT_ONCE) yield ids.slice(start, start + REMOVED_AT_ONCE)
}

const maintenanceQueue = scheduled('look-after-documents', '*/10 * * * *', { expireInSeconds: 600 })

/** Every ten minutes, one process restarts lost conversions and sweeps files. Call it before the jobs start. */
export const defineDocumentMaintenance = (deps: DocumentsDeps): void =>
  deps.jobs.define(maintenanceQueue, async () => {
    await resumeConversions(deps)
    await sweepDocuments(deps)
    await countUnknownFiles(deps)
  })

/** What an operator should know about the storage of documents, one sentence each. */
export async function documentWarnings({ database }: Pick<DocumentsDeps, 'database'>): Promise<readonly string[]> {
  const { stopped, unknown_files: unknown } = await database.db
    .selectFrom('storage_care')
    .select(['stopped', 'unknown_files'])
    .executeTakeFirstOrThrow()
  return [
    ...(stopped === null ? [] : [stopped]),
    ...(unknown ? [`${unknown} files in the storage belong to no document of this database; they are kept.`] : []),
  ]
}

/**
 * `npm run sweep`: sweeps now; `adopt` makes the storage this database's and says what it lacks, `all` ignores the
 * ceiling once.
 */
export async function sweepCommand(
  deps: DocumentsDeps,
  [word, ...more]: readonly string[],
): Promise<readonly string[]> {
  const isKnown = word === undefined || word === 'adopt' || word === 'all'
  // Nothing is removed for somebody who adds what does not exist, such as --dry-run.
  if (!isKnown || more.length > 0) throw new Error('Give no argument, or adopt, or all.')
  if (word !== undefined) await auditCommand(deps, word)
  if (word === 'adopt') await adoptStorage(deps)
  const swept = await sweepDocuments(deps, { all: word === 'all' })
  if ('stopped' in swept) return [swept.stopped]
  const removed = `${swept.documents} documents that belong to no application were removed.`
  if (word !== 'adopt') return [removed]
  const missing = await countMissingFiles(deps)
  return [removed, missing === 0 ? 'No file of an application is missing in the storage.' : lacking(missing)]
}

const lacking = (missing: number) =>
  `${missing} files of applications are missing in the storage (documents and application PDFs). Copy them into it from the backup, and run this again.`

const auditCommand = ({ database }: DocumentsDeps, word: 'adopt' | 'all') =>
  database.db
    .insertInto('audit')
    .values({ actor: operator(), action: actions[word], subject: 'storage of documents' })
    .execute()

const actions = { adopt: 'adopted the storage', all: 'swept beyond the ceiling' } as const

const DAY = 24 * 3_600_000 // ms
const COUNTED_AT_ONCE = 1_000

/**
 * Counts, once a day, the files in the storage that are a day old and belong to no document of this database. They are
 * never removed: after a database was restored from a backup, they are the newer uploads of applicants. `npm run
 * health` shows the count.
 */
export async function countUnknownFiles({ database: { db }, storage, log, now }: DocumentsDeps): Promise<void> {
  const before = new Date(now().getTime() - DAY)
  const { counted_at } = await db.selectFrom('storage_care').select('counted_at').executeTakeFirstOrThrow()
  if (counted_at !== null && counted_at > before) return
  const unknownOf = async (keys: readonly string[]) => {
    const { rows } = await sql<{ unknown: number }>`
      select count(*) as unknown from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored (key)
      where not exists (select from document where file_key = stored.key)
        and not exists (select from document where original_key = stored.key)
        and not exists (select from document where result_key = stored.key)
        and not exists (select from document where kept_key = stored.key)`.execute(db)
    return Number(rows[0]?.unknown ?? 0)
  }
  let unknown = 0
  let batch: string[] = []
  for await (const key of storage.listOlderThan(before)) {
    if (!isOfDocument(storage, key)) continue
    batch.push(key)
    if (batch.length < COUNTED_AT_ONCE) continue
    unknown += await unknownOf(batch)
    batch = []
  }
  unknown += await unknownOf(batch)
  await db.updateTable('storage_care').set({ unknown_files: unknown, counted_at: now() }).execute()
  if (unknown > 0) log.warn({ unknown }, 'Files in the storage belong to no document of this database; they are kept.')
}

const isOfDocument = (deps: DocumentsDeps['storage'], key: string) =>
  ['uploads', 'originals', 'converted', 'kept'].some((kind) => key.startsWith(deps.keyOf(kind, '')))

/** ms; the clock of the storage may be ahead of ours. */
const CLOCKS = 3_600_000

/** The keys of what applicants and staff are served: documents, signed originals and application PDFs. */
const served = sql`(
  select result_key as key from document where status = 'COMPLETED'
  union all select kept_key from document where status = 'COMPLETED' and kept_key is not null
  union all select file_key from application_pdf where file_key is not null
) as served`

/** How many of these files are not in the storage, such as after a restore of a part of them. */
async function countMissingFiles({ database: { db }, storage, now }: DocumentsDeps): Promise<number> {
  const countOf = async (counted: RawBuilder<unknown>) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${counted}`.execute(db)
    return Number(rows[0]?.count ?? 0)
  }
  const all = await countOf(served)
  const foundOf = (keys: readonly string[]) =>
    countOf(sql`${served} join jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as stored (key) using (key)`)
  let found = 0
  let batch: string[] = []
  for (const kind of ['converted', 'applications', 'kept']) {
    for await (const key of storage.listOlderThan(new Date(now().getTime() + CLOCKS), kind)) {
      batch.push(key)
      if (batch.length < COUNTED_AT_ONCE) continue
      found += await foundOf(batch)
      batch = []
    }
  }
  found += await foundOf(batch)
  return Math.max(0, all - found)
}
