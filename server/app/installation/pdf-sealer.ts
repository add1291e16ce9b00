import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { KeyRing, Sealer } from '../../platform/secrets/index.ts'

/**
 * What encrypts the seals of PDFs: a key that is never replaced, because the files are in the hands of applicants. It is
 * made at the first start that may use data keys; until then it is a secret key.
 */
export async function createPdfSealer({ db }: Pick<Database, 'db'>, keyRing: KeyRing): Promise<Sealer> {
  const { id, has_data_keys } = await db
    .selectFrom('installation')
    .select(['id', 'has_data_keys'])
    .executeTakeFirstOrThrow()
  if (!has_data_keys) return keyRing
  const { pdf_seal_key: key } = await db
    .updateTable('installation')
    .set({ pdf_seal_key: sql`coalesce(pdf_seal_key, ${JSON.stringify(keyRing.newDataKey(PDF_SEALS))}::jsonb)` })
    .returning('pdf_seal_key')
    .executeTakeFirstOrThrow()
  if (key === null) throw new Error('The key of the seals that was just made is missing.')
  // With its own id, so that a file of another installation is not taken for an altered one of this.
  return keyRing.dataSealer(key, { owner: PDF_SEALS, id: `:${id}` })
}

/** The owner of the key of the seals. */
export const PDF_SEALS = 'pdf seals'
