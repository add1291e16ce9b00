import { sql, type Transaction } from 'kysely'
import { openAnswers } from '../applying/applications/index.ts'
import { openSnapshot } from '../applying/submissions/index.ts'
import { type Database, inTransaction, type Tables } from '../platform/database/index.ts'
import { DATA_KEY, type KeyRing, type Sealed, type Sealer, sealedSchema } from '../platform/secrets/index.ts'
import { startupError } from '../platform/settings/index.ts'

/**
 * Refuses to start without every key that may have encrypted something in this database, and records the first key,
 * with which this process encrypts. A process with another key would look healthy but could read nothing that the
 * others write.
 */
export const claimSecretKeys = ({ db }: Pick<Database, 'db'>, keyRing: KeyRing): Promise<void> =>
  inTransaction(db, async (transaction) => {
    // One process at a time: if two start on an empty database with different keys, one is refused.
    await transaction.selectFrom('installation').select('id').forUpdate().execute()
    const recorded = await transaction.selectFrom('secret_key').select(['id', 'fingerprint']).execute()
    for (const { id, fingerprint } of recorded) {
      const own = keyRing.fingerprints.find((key) => key.id === id)
      if (own === undefined) throw missingKey(id)
      if (own.fingerprint !== fingerprint) throw differentKey(id)
    }
    // A database of a release that did not record keys: the encrypted values show which keys were used.
    const used = recorded.length > 0 ? [] : await usedKeys(transaction, keyRing)
    const keysToRecord = keyRing.fingerprints.filter(({ id }, place) => place === 0 || used.includes(id))
    await transaction
      .insertInto('secret_key')
      .values([...keysToRecord])
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  })

/** The ids of all keys that encrypt answers, submissions or data keys, each checked by decrypting one of them. */
async function usedKeys(transaction: Transaction<Tables>, keyRing: KeyRing): Promise<readonly string[]> {
  const answers = await sql<{ id: string; key: string; sealed: unknown }>`
    select distinct on (value ->> 'kid') application.id, key, value as sealed
    from application, jsonb_each(application.answers) where jsonb_typeof(value) = 'object' and value ->> 'kid' <> ${DATA_KEY}`.execute(
    transaction,
  )
  const snapshots = await sql<{ application_id: string; snapshot: { sealed: unknown } }>`
    select distinct on (snapshot -> 'sealed' ->> 'kid') application_id, snapshot from submission
    where snapshot -> 'sealed' ->> 'kid' <> ${DATA_KEY}`.execute(transaction)
  const dataKeys = await sql<{ id: string; data_key: unknown }>`
    select distinct on (data_key ->> 'kid') id, data_key from application where data_key is not null`.execute(
    transaction,
  )
  return [
    ...answers.rows.map(({ id, key, sealed }) => {
      const stored = sealedSchema.parse(sealed)
      return verifiedKey(keyRing, stored, () => openAnswers({ [key]: stored }, id, keyRing))
    }),
    ...snapshots.rows.map(({ application_id, snapshot }) =>
      verifiedKey(keyRing, sealedSchema.parse(snapshot.sealed), () => openSnapshot(snapshot, application_id, keyRing)),
    ),
    ...dataKeys.rows.map(({ id, data_key }) => {
      const stored = sealedSchema.parse(data_key)
      return verifiedKey(keyRing, stored, () => keyRing.rewrap(stored, id))
    }),
  ]
}

function verifiedKey(keyRing: KeyRing, { kid }: Sealed, open: () => unknown): string {
  if (!keyRing.fingerprints.some(({ id }) => id === kid)) throw missingKey(kid)
  try {
    open()
    return kid
  } catch (error) {
    throw differentKey(kid, error)
  }
}

const missingKey = (id: string) =>
  startupError(`This database has data encrypted with the key ${id}, which is missing: ${ADVICE}.`)

const differentKey = (id: string, cause?: unknown) =>
  startupError(`This database has data encrypted with another key named ${id} than the one given: ${ADVICE}.`, cause)
const ADVICE = 'put the right one back into SECRET_KEY, or without DATABASE_URL into DATA_DIR/secret-key'

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
