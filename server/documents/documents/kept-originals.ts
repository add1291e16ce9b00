import type { DocumentsDeps } from './deps.ts'

type KeepDeps = Pick<DocumentsDeps, 'database' | 'storage' | 'keyRing'>

// Part of what is encrypted: files that are stored can be read with these words only.
const contextOf = (documentId: string) => `original:${documentId}`

/**
 * Keeps the original of a signed document, encrypted with the data key of its application: the PDF that is made of it has
 * no signature any more. False if that has no data key yet, which `npm run keys` gives it; the upload stays until
 * then. The place is written down first, so that what is stored there can always be removed.
 */
export async function keepOriginal(
  { database, storage, keyRing }: KeepDeps,
  { id, application_id }: { readonly id: string; readonly application_id: string },
  bytes: Uint8Array,
): Promise<boolean> {
  const application = await database.db
    .selectFrom('application')
    .select('data_key')
    .where('id', '=', application_id)
    .executeTakeFirst()
  if (!application?.data_key) return false
  const sealer = keyRing.dataSealer(application.data_key, { owner: application_id })
  const key = storage.keyOf('kept', application_id, id)
  const { numUpdatedRows } = await database.db
    .updateTable('document')
    .set({ kept_key: key })
    .where('id', '=', id)
    .where('status', '!=', 'DETACHED')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await storage.write(key, sealer.sealBytes(bytes, contextOf(id)))
  return true
}

/** The original of a signed document of an application, and its name; undefined if none is kept. */
export async function keptOriginal(
  { database, storage, keyRing }: KeepDeps,
  { id, application_id }: { readonly id: string; readonly application_id: string },
): Promise<{ readonly bytes: Buffer; readonly name: string } | undefined> {
  const row = await database.db
    .selectFrom('document')
    .innerJoin('application', 'application.id', 'application_id')
    .select(['kept_key', 'file_name', 'data_key'])
    .where('document.id', '=', id)
    .where('application_id', '=', application_id)
    .where('status', '=', 'COMPLETED')
    .executeTakeFirst()
  if (!row?.kept_key || !row.data_key) return undefined
  const sealed = await storage.read(row.kept_key)
  if (!sealed) throw new Error(`The storage does not have the original ${row.kept_key}.`)
  const sealer = keyRing.dataSealer(row.data_key, { owner: application_id })
  return { bytes: sealer.openBytes(sealed, contextOf(id)), name: row.file_name ?? 'document' }
}
