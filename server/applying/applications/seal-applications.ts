import { sql, type Transaction } from 'kysely'
import { type Database, inTransaction, type Tables } from '../../platform/database/index.ts'
import { type Jobs, scheduled } from '../../platform/jobs/index.ts'
import type { KeyRing, Sealed } from '../../platform/secrets/index.ts'
import { openedInClear, sealerOf } from './application-row.ts'
import { contentColumns, inClear } from './recent-answers.ts'
import { openAnswers } from './stored-answers.ts'
import { openRecord, recordOf, sealHistory, sealRecord, sealReport } from './stored-record.ts'

type SealingDeps = { readonly database: Pick<Database, 'db'>; readonly keyRing: KeyRing }

const sealingQueue = scheduled('seal-applications', '*/10 * * * *', { expireInSeconds: 600 })

/** Goes on with what `npm run keys` began every ten minutes, in one process for all; call it before jobs start. */
export const defineSealingJob = (jobs: Jobs, deps: SealingDeps): void =>
  jobs.define(sealingQueue, async () => {
    await sealApplications(deps)
  })

/** How many applications are looked for at once. */
const BATCH = 100

/**
 * Seals the applications that earlier releases stored, each with its history and report, once an operator has said that
 * no server of the release before runs. It can be interrupted at any moment. Returns how many it sealed.
 */
export async function sealApplications({ database: { db }, keyRing }: SealingDeps): Promise<number> {
  const { seals_records } = await db.selectFrom('installation').select('seals_records').executeTakeFirstOrThrow()
  if (!seals_records) return 0
  for (let count = 0; ; ) {
    const rows = await db.selectFrom('application').select('id').where('sealed', 'is', null).limit(BATCH).execute()
    for (const { id } of rows)
      await inTransaction(db, async (transaction) => {
        const row = await transaction
          .selectFrom('application')
          .select('data_key')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (row) await sealWhole(transaction, keyRing, id, row.data_key ?? keyRing.newDataKey(id))
      })
    count += rows.length
    if (rows.length < BATCH) return count
  }
}

/** Says how many applications are not sealed whole, for the operator. */
export async function sealingWarnings({ db }: Pick<Database, 'db'>): Promise<readonly string[]> {
  const { count } = await db
    .selectFrom('application')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sealed', 'is', null)
    .executeTakeFirstOrThrow()
  const { seals_records } = await db.selectFrom('installation').select('seals_records').executeTakeFirstOrThrow()
  if (count === 0) return []
  const todo = seals_records
    ? 'a job goes on with them every ten minutes'
    : 'run npm run keys once no earlier release runs'
  return [`${count} applications are stored as an earlier release did, and not sealed whole: ${todo}.`]
}

/**
 * Seals one application with everything about it, under a data key that the row gets, in a transaction that has locked
 * it. Each value is decrypted again and compared. One that is sealed already only gets the data key, which must be its
 * own under another secret key.
 */
export async function sealWhole(
  transaction: Transaction<Tables>,
  keyRing: KeyRing,
  id: string,
  dataKey: Sealed,
): Promise<void> {
  const row = await transaction
    .selectFrom('application')
    .select([...inClear, ...contentColumns])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // It opens what a secret key encrypted before there was a data key, too.
  const sealer = sealerOf(keyRing, { id, data_key: dataKey })
  const data_key = JSON.stringify(dataKey)
  const rows = () => transaction.updateTable('application').where('id', '=', id)
  if (row.sealed !== null) {
    openRecord(row.sealed, id, sealer)
    await rows().set({ data_key }).execute()
    return
  }
  const { packed: _, ...contents } = openedInClear(row, sealer)
  const sealed = sealRecord(recordOf(contents), id, sealer)
  const { packed: __, ...again } = openRecord(sealed, id, sealer)
  requireSame(contents, again)
  await rows()
    .set({ ...nothingInClear, sealed, data_key })
    .execute()
  // Rows of the history stand, but for those of this one application until the commit.
  await sql`select set_config('causeway.encrypting_again', ${id}, true)`.execute(transaction)
  const history = await transaction
    .selectFrom('answer_history')
    .select(['id', 'revision', 'changed', 'device'])
    .where('application_id', '=', id)
    .where('sealed', 'is', null)
    .execute()
  for (const each of history) {
    const recorded = { changed: openAnswers(each.changed, id, sealer), device: each.device }
    await transaction
      .updateTable('answer_history')
      .set({ sealed: sealHistory(recorded, id, each.revision, sealer), changed: '{}', device: null })
      .where('id', '=', each.id)
      .execute()
  }
  const report = await transaction
    .selectFrom('validation_report')
    .select('problems')
    .where('application_id', '=', id)
    .where('sealed', 'is', null)
    .executeTakeFirst()
  if (report)
    await transaction
      .updateTable('validation_report')
      .set({ sealed: sealReport(report.problems, id, sealer), problems: '{}' })
      .where('application_id', '=', id)
      .execute()
}

const nothingInClear = {
  ...{ answers: '{}', writings: '{}', browsers: '{}' },
  ...{ add_another: '{}', tabs: '{}', opened_gates: '{}' },
} as const

function requireSame(contents: object, again: object): void {
  if (JSON.stringify(again) !== JSON.stringify(contents)) throw new Error('A sealed application cannot be read again.')
}
