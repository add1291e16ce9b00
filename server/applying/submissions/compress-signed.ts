import { type Kysely, sql } from 'kysely'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import type { KeyRing } from '../../platform/secrets/index.ts'
import { sealerOf } from '../applications/index.ts'
import { compressSnapshot } from './snapshot.ts'

const compressQueue = scheduled('compress-signed', '*/10 * * * *', { expireInSeconds: 600 })

type CompressDeps = { readonly database: Pick<Database, 'db'>; readonly keyRing: KeyRing }

/** Goes on with what earlier releases stored every ten minutes, in one process for all; call it before jobs start. */
export const defineCompressJob = (jobs: Jobs, deps: CompressDeps): void =>
  jobs.define(compressQueue, async () => {
    await compressSigned(deps)
  })

/** Whether what is signed is stored compressed: not before an operator says that the release before runs no more. */
export async function compressesSigned(db: Kysely<Tables>): Promise<boolean> {
  const found = await db.selectFrom('installation').select('compresses_signed').executeTakeFirstOrThrow()
  return found.compresses_signed
}

/** How many submissions are looked for at once. */
const BATCH = 200
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Stores compressed what was signed before: a tenth of the space. Goes on where it stopped, and finds nothing to do once
 * all are done. What was signed after its place is compressed when it is stored, and so is what an earlier version of an
 * application becomes from then on. Returns how many it changed.
 */
export async function compressSigned({ database: { db }, keyRing }: CompressDeps): Promise<number> {
  const found = await db
    .selectFrom('installation')
    .select(['compresses_signed', 'signed_compressed_through'])
    .executeTakeFirstOrThrow()
  if (!found.compresses_signed) return 0
  let [through, changed] = [found.signed_compressed_through, 0]
  while (through !== LAST) {
    const signed = await db
      .selectFrom('submission')
      .select('application_id')
      .where('application_id', '>', through)
      .orderBy('application_id')
      .limit(BATCH)
      .execute()
    for (const { application_id } of signed) if (await compressOne(db, keyRing, application_id)) changed += 1
    through = signed.length < BATCH ? LAST : (signed.at(-1)?.application_id ?? LAST)
    await db.updateTable('installation').set({ signed_compressed_through: through }).execute()
  }
  return changed
}

const compressOne = (db: Kysely<Tables>, keyRing: KeyRing, id: string): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    // With the lock of the application, as everything that writes what belongs to it.
    const application = await transaction
      .selectFrom('application')
      .select(['id', 'data_key'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const submission = await transaction
      .selectFrom('submission')
      .select('snapshot')
      .where('application_id', '=', id)
      .executeTakeFirst()
    const snapshot =
      application && submission && compressSnapshot(submission.snapshot, id, sealerOf(keyRing, application))
    if (snapshot === undefined) return false
    // Signed rows allow this one application's encrypted values to change, until the commit.
    await sql`select set_config('causeway.encrypting_again', ${id}, true)`.execute(transaction)
    await transaction.updateTable('submission').set({ snapshot }).where('application_id', '=', id).execute()
    return true
  })
