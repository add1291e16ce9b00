import { sql } from 'kysely'
import { sealerOf, sealWhole } from '../applying/applications/index.ts'
import { sealSnapshotAgain } from '../applying/submissions/index.ts'
import { encryptTemporaryAnswersAgain } from '../applying/temporary-answers/index.ts'
import { movePdf } from '../documents/application-pdf/index.ts'
import { sealSignaturesAgain } from '../documents/documents/index.ts'
import { sealReceiptsAgain } from '../office/receipts/index.ts'
import { operator } from '../platform/control/index.ts'
import { type Database, inTransaction } from '../platform/database/index.ts'
import { DATA_KEY, type KeyRing } from '../platform/secrets/index.ts'
import type { Storage } from '../platform/storage/index.ts'
import { countProcessesWith } from '../running/health/index.ts'
import { countMailsUnder } from '../running/mail/index.ts'
import { createPdfSealer, PDF_SEALS } from './secret-keys.ts'

const BATCH = 100

/** What the command prints. It ends with 2 while an earlier key is still needed. */
type KeysReport = {
  readonly key_in_use: string
  readonly encrypted_again: string
  readonly can_be_destroyed: string
  readonly still_needed: string
  readonly exit_code: 0 | 2
}

/**
 * `npm run keys`: puts everything under the first secret key, while the service runs: data keys are encrypted with it,
 * and what an earlier release encrypted with a secret key itself gets a data key. Says which keys nothing needs any
 * more. From then on what is signed is stored compressed. It can be interrupted and repeated (docs/decisions/0061).
 */
export async function keysCommand(change: KeyChangeDeps, words: readonly string[]): Promise<KeysReport> {
  if (words.length > 0) throw new Error('Usage: npm run keys')
  const { database, keyRing } = change
  const [{ id: first }] = keyRing.fingerprints
  await database.db.insertInto('audit').values({ actor: operator(), action: 'keys', subject: first }).execute()
  await database.db
    .updateTable('installation')
    .set({ has_data_keys: true, compresses_signed: true, seals_records: true })
    .execute()
  await createPdfSealer(database, keyRing)
  await rewrapPdfSealKey(change)
  const applications = await encryptApplicationsAgain(change, first)
  const links = await encryptTemporaryAnswersAgain(change, first)
  await sealReceiptsAgain(change)
  const { free, needed } = await releaseEarlierKeys(change)
  return {
    key_in_use: first,
    encrypted_again: `${applications} applications, ${links} links with answers`,
    can_be_destroyed: free.length > 0 ? `${free.join(', ')}, once every process runs without it` : 'none',
    still_needed: needed.length > 0 ? `${needed.map(inWords).join(', ')}; repeat this command later` : 'none',
    exit_code: needed.length > 0 ? 2 : 0,
  }
}

async function encryptApplicationsAgain(change: KeyChangeDeps, first: string): Promise<number> {
  let count = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const ids = await applicationsToEncryptAgain(change.database, first, last, BATCH)
    for (const id of ids) await encryptApplicationAgain(change, id)
    count += ids.length
    last = ids.at(-1) ?? last
    if (ids.length < BATCH) return count
  }
}

const rewrapPdfSealKey = ({ database, keyRing }: KeyChangeDeps) =>
  inTransaction(database.db, async (transaction) => {
    const { pdf_seal_key: key } = await transaction
      .selectFrom('installation')
      .select('pdf_seal_key')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (key === null) return
    const rewrapped = JSON.stringify(keyRing.rewrap(key, PDF_SEALS))
    await transaction.updateTable('installation').set({ pdf_seal_key: rewrapped }).execute()
  })

/** What the audit says of a key when nothing needs it any more. */
const LET_GO = 'key let go'

/** An earlier key, and what still needs it. */
type EarlierKey = { readonly id: string; readonly mails: number; readonly processes: number }

const isNeeded = ({ mails, processes }: EarlierKey) => mails > 0 || processes > 0

const inWords = ({ id, mails, processes }: EarlierKey) =>
  `${id} (${mails} mails that wait to be sent, ${processes} processes that encrypted with it in the last minute)`

/**
 * The keys that were first before: those that nothing needs, without which processes start from now on, and those that
 * something still needs. One that nothing needs is named each time, until it is no longer in SECRET_KEY.
 */
async function releaseEarlierKeys({
  database,
  keyRing,
}: KeyChangeDeps): Promise<{ readonly free: readonly string[]; readonly needed: readonly EarlierKey[] }> {
  const [{ id: first }, ...others] = keyRing.fingerprints
  const recorded = await database.db.selectFrom('secret_key').select('id').where('id', '!=', first).execute()
  const letGo = await database.db.selectFrom('audit').select('subject').where('action', '=', LET_GO).execute()
  const ids = [
    ...recorded.map(({ id }) => id),
    ...others.map(({ id }) => id).filter((id) => letGo.some(({ subject }) => subject === id)),
  ]
  const earlier = await Promise.all(
    [...new Set(ids)].map(async (id) => ({
      id,
      mails: await countMailsUnder(database.db, id),
      processes: await countProcessesWith(database, id),
    })),
  )
  const unused = earlier.filter((key) => !isNeeded(key)).map(({ id }) => id)
  if (unused.length > 0) await requireNothingUnder(database, unused)
  const started = await forgetUnlessStarted(database, unused)
  return {
    free: unused.filter((id) => !started.some((key) => key.id === id)),
    needed: [...earlier.filter(isNeeded), ...started],
  }
}

/**
 * Lets processes start without these keys, except for those with which one has started meanwhile. A process that starts
 * says that it is alive and then claims its key, for which it waits here.
 */
const forgetUnlessStarted = ({ db }: Pick<Database, 'db'>, keys: readonly string[]): Promise<readonly EarlierKey[]> =>
  inTransaction(db, async (transaction) => {
    await transaction.selectFrom('installation').select('id').forUpdate().execute()
    const started: EarlierKey[] = []
    for (const id of keys) {
      const processes = await countProcessesWith({ db: transaction }, id)
      if (processes > 0) {
        started.push({ id, mails: 0, processes })
        continue
      }
      const { numDeletedRows } = await transaction
        .deleteFrom('secret_key')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) continue
      await transaction.insertInto('audit').values({ actor: operator(), action: LET_GO, subject: id }).execute()
    }
    return started
  })

/** Looks once more at everything that is stored, in another way than what encrypted it again. */
async function requireNothingUnder({ db }: Pick<Database, 'db'>, keys: readonly string[]): Promise<void> {
  const { rows } = await sql<{ place: string }>`
    select place from (
      select 'application' as place, answers as content from application
      union all select 'application', opened_gates from application
      union all select 'application', data_key from application
      union all select 'answer_history', changed from answer_history
      union all select 'submission', snapshot from submission
      union all select 'application_pdf', file::jsonb from application_pdf
      union all select 'document', signatures from document
      union all select 'temporary_answers', answers from temporary_answers
      union all select 'lost_receipt', owner from lost_receipt
      union all select 'receipt', jsonb_build_object('kid', listed_under) from receipt
      union all select 'installation', pdf_seal_key from installation
    ) as stored
    where jsonb_path_exists(content, '$.**.kid ? (@ == $keys[*])', ${JSON.stringify({ keys })}::jsonb)
    limit 1`.execute(db)
  const [found] = rows
  if (found)
    throw new Error(`Something in the table ${found.place} is still under an earlier key. Repeat this command.`)
}

/** The dependencies of what encrypts stored data again. */
type KeyChangeDeps = {
  readonly database: Database
  readonly keyRing: KeyRing
  readonly storage: Storage
}

/**
 * Gives one application a data key under the first secret key, and encrypts with it everything that a secret key still
 * encrypts: answers, history, snapshot, PDF and signatures. All of it or nothing; each value is decrypted and compared. Nobody can
 * change the application meanwhile.
 */
const encryptApplicationAgain = ({ database, keyRing, storage }: KeyChangeDeps, id: string): Promise<void> =>
  inTransaction(database.db, async (transaction) => {
    const before = await transaction
      .selectFrom('application')
      .select(['id', 'data_key'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return
    const dataKey = before.data_key === null ? keyRing.newDataKey(id) : keyRing.rewrap(before.data_key, id)
    const [from, to] = [sealerOf(keyRing, before), sealerOf(keyRing, { id, data_key: dataKey })]
    // The tables that are written once allow this one application's encrypted values to change, until the commit.
    await sql`select set_config('causeway.encrypting_again', ${id}, true)`.execute(transaction)
    await sealWhole(transaction, keyRing, id, dataKey)
    const submission = await transaction
      .selectFrom('submission')
      .select('snapshot')
      .where('application_id', '=', id)
      .executeTakeFirst()
    const snapshot = submission && sealSnapshotAgain(submission.snapshot, id, from, to)
    if (snapshot !== undefined)
      await transaction.updateTable('submission').set({ snapshot }).where('application_id', '=', id).execute()
    await movePdf({ keyRing, storage }, transaction, id, dataKey)
    await sealSignaturesAgain(transaction, id, from, to)
  })

/** The ids of applications of which something is not encrypted with a data key under this secret key, in order. */
async function applicationsToEncryptAgain(
  { db }: Pick<Database, 'db'>,
  keyId: string,
  after: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from application
    where id > ${after}
      and (
        data_key is null
        or data_key ->> 'kid' <> ${keyId}
        or sealed is null
        or exists (
          select from submission where application_id = application.id and snapshot -> 'sealed' ->> 'kid' <> ${DATA_KEY}
        )
        or exists (select from application_pdf where application_id = application.id and file is not null)
        or exists (select from document where application_id = application.id and signatures ->> 'kid' <> ${DATA_KEY})
      )
    order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
