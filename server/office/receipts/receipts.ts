import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { StaffReply } from '../../../api/index.ts'
import { ownerAccount } from '../../applying/applications/index.ts'
import { ownsStorage } from '../../documents/documents/index.ts'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import { type KeyRing, sealAgain, sealedSchema } from '../../platform/secrets/index.ts'
import { listedKeys, type Storage } from '../../platform/storage/index.ts'

export type ReceiptDeps = {
  readonly database: Database
  readonly storage: Storage
  readonly keyRing: KeyRing
  readonly jobs: Jobs
}

/** Where the storage lists receipts, by application and version. */
const LIST = 'receipts'

const AT_ONCE = 200 // receipts

const COMPARED_EVERY = 86_400_000 // ms

const queue = scheduled('list-receipts', '* * * * *', { retryLimit: 0, expireInSeconds: 300 })

/** Registers the job that lists receipts in the storage and compares the list; call it before the jobs start. */
export function defineReceiptsJob(deps: ReceiptDeps): void {
  let compared = Number.NEGATIVE_INFINITY
  deps.jobs.define(queue, async () => {
    await listReceipts(deps)
    if (performance.now() - compared < COMPARED_EVERY) return
    if (await findLostReceipts(deps)) compared = performance.now()
  })
}

/** Has a receipt listed in the storage after the commit of this transaction. */
export const rememberReceipt = (
  transaction: Kysely<Tables>,
  { applicationId, version }: { readonly applicationId: string; readonly version: number },
): Promise<unknown> =>
  transaction
    .insertInto('receipt')
    .values({ application_id: applicationId, version, listed_under: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** What the storage keeps of a receipt, sealed: enough for the office to find who has it, and no answer. */
const listedReceipt = z.object({
  reference: z.string(),
  submitted_at: z.string(),
  owner: z.object({ name: z.string(), email: z.string(), term: z.string() }),
})

const contextOf = (applicationId: string, version: number) => `receipt:${applicationId}:${version}`

/** Writes into the storage the receipts that are not listed yet. A copy of the database lists nothing. */
export async function listReceipts({ database, storage, keyRing }: Omit<ReceiptDeps, 'jobs'>): Promise<void> {
  const { db } = database
  const [{ id: key }] = keyRing.fingerprints
  for (;;) {
    const due = await db
      .selectFrom('receipt')
      .innerJoin('submission', (join) =>
        join
          .onRef('submission.application_id', '=', 'receipt.application_id')
          .onRef('submission.version', '=', 'receipt.version'),
      )
      .innerJoin('application', 'application.id', 'receipt.application_id')
      .innerJoin('application_index', 'application_index.application_id', 'receipt.application_id')
      .leftJoin('user', (join) => join.on('user.id', '=', ownerAccount))
      .select(['receipt.application_id', 'receipt.version', 'submission.reference', 'submission.submitted_at'])
      .select(['application_index.name', 'application_index.term_label as term', 'user.email'])
      .where('listed_under', 'is', null)
      .limit(AT_ONCE)
      .execute()
    if (due.length === 0 || !(await ownsStorage({ database, storage }))) return
    for (const { application_id, version, reference, submitted_at, name, term, email } of due) {
      const owner = { name, term, email: email ?? '' }
      const plain = JSON.stringify({ reference, submitted_at: submitted_at.toISOString(), owner })
      const sealed = keyRing.seal(plain, contextOf(application_id, version))
      await storage.write(storage.keyOf(LIST, application_id, String(version)), Buffer.from(JSON.stringify(sealed)))
      await db
        .updateTable('receipt')
        .set({ listed_under: key })
        .where('application_id', '=', application_id)
        .where('version', '=', version)
        .execute()
    }
    if (due.length < AT_ONCE) return
  }
}

/**
 * Remembers the receipts that the list in the storage names and this database does not have, because it was restored
 * from a backup of before. Returns false while the storage belongs to another database.
 */
export async function findLostReceipts({ database, storage, keyRing }: Omit<ReceiptDeps, 'jobs'>): Promise<boolean> {
  if (!(await ownsStorage({ database, storage }))) return false
  for await (const keys of listedKeys(storage, LIST, AT_ONCE)) {
    const listed = keys.map((key) => {
      const [application_id = '', version] = key.split('/').slice(-2)
      return { key, application_id, version: Number(version) }
    })
    for (const { key, application_id, version } of await unknownOf(database.db, listed)) {
      const bytes = await storage.read(key)
      if (bytes === undefined) continue
      const stored = sealedSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
      // Under a key that was destroyed since: nobody can say any more whose it was.
      if (!keyRing.hasKeyOf(stored)) continue
      const plain = keyRing.open(stored, contextOf(application_id, version))
      const { reference, submitted_at, owner } = listedReceipt.parse(JSON.parse(plain))
      const sealed = keyRing.seal(JSON.stringify(owner), contextOf(application_id, version))
      await database.db
        .insertInto('lost_receipt')
        .values({
          ...{ application_id, version, reference, submitted_at: new Date(submitted_at) },
          owner: JSON.stringify(sealed),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }
  return true
}

type Listed = { readonly key: string; readonly application_id: string; readonly version: number }

/** Those that were neither given by this database nor found before, and whose application was not erased. */
async function unknownOf(db: Kysely<Tables>, listed: readonly Listed[]): Promise<readonly Listed[]> {
  const ids = listed.map(({ application_id }) => application_id)
  const versions = listed.map(({ version }) => version)
  const { rows } = await sql<{ application_id: string; version: number }>`
    select application_id, version from unnest(${ids}::uuid[], ${versions}::integer[]) as listed (application_id, version)
    where not exists (select from receipt where (receipt.application_id, receipt.version) = (listed.application_id, listed.version))
      and not exists (select from lost_receipt as lost where (lost.application_id, lost.version) = (listed.application_id, listed.version))
      and not exists (select from erasure where erasure.application_id = listed.application_id)`.execute(db)
  const unknown = new Set(rows.map((row) => `${row.application_id} ${row.version}`))
  return listed.filter(({ application_id, version }) => unknown.has(`${application_id} ${version}`))
}

/** The lost receipts that nobody has settled, the oldest first, each with what its owner has signed since. */
export async function lostReceipts({
  database: { db },
  keyRing,
}: Pick<ReceiptDeps, 'database' | 'keyRing'>): Promise<StaffReply<'listLostReceipts'>> {
  const lost = await db.selectFrom('lost_receipt').selectAll().orderBy('submitted_at').limit(MOST_SHOWN).execute()
  const opened = lost.map(({ owner, ...each }) => ({
    ...each,
    owner: listedReceipt.shape.owner.parse(
      JSON.parse(keyRing.open(owner, contextOf(each.application_id, each.version))),
    ),
  }))
  const emails = opened.map(({ owner }) => owner.email)
  const since =
    emails.length === 0
      ? []
      : await db
          .selectFrom('submission')
          .innerJoin('application', 'application.id', 'submission.application_id')
          .innerJoin('user', (join) => join.on('user.id', '=', ownerAccount))
          .select(['user.email', 'application.id', 'submission.reference', 'submission.submitted_at'])
          .where('user.email', 'in', emails)
          .orderBy('submission.submitted_at', 'desc')
          .execute()
  return {
    receipts: opened.map(({ application_id, version, reference, submitted_at, owner }) => {
      const again = since.find((each) => each.email === owner.email && each.submitted_at > submitted_at)
      return {
        id: application_id,
        version,
        reference,
        submitted_at: submitted_at.toISOString(),
        ...owner,
        again: again ? { id: again.id, reference: again.reference } : null,
      }
    }),
  }
}

const MOST_SHOWN = 500

/** Forgets a lost receipt, in the storage's list too; false if it is not there. */
export async function settleLostReceipt(
  { storage }: Pick<ReceiptDeps, 'storage'>,
  transaction: Kysely<Tables>,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('lost_receipt')
    .where('application_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await storage.remove(storage.keyOf(LIST, id, String(version)))
  return true
}

/** One sentence while there are lost receipts that nobody has settled. */
export async function lostReceiptWarnings({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const { count } = await db
    .selectFrom('lost_receipt')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count === 0) return []
  return [
    `${count} ${count === 1 ? 'receipt was' : 'receipts were'} given that this database does not have, because it was restored from a backup: see the applications at the staff desk.`,
  ]
}

/** Puts lost receipts and the list in the storage under the first secret key. */
export async function sealReceiptsAgain({ database, storage, keyRing }: Omit<ReceiptDeps, 'jobs'>): Promise<void> {
  const { db } = database
  const [{ id: first }] = keyRing.fingerprints
  const lost = await db
    .selectFrom('lost_receipt')
    .selectAll()
    .where(sql<boolean>`owner ->> 'kid' <> ${first}`)
    .execute()
  for (const { application_id, version, owner } of lost)
    await inTransaction(db, async (transaction) => {
      const again = sealAgain(owner, contextOf(application_id, version), keyRing, keyRing)
      await transaction
        .updateTable('lost_receipt')
        .set({ owner: JSON.stringify(again) })
        .where('application_id', '=', application_id)
        .where('version', '=', version)
        .execute()
    })
  await db.updateTable('receipt').set({ listed_under: null }).where('listed_under', '!=', first).execute()
  await listReceipts({ database, storage, keyRing })
}
