import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Application, DocumentAnswer, LastWrite } from '../../../engine/index.ts'
import { type PlaceOf, statement, type Tables } from '../../platform/database/index.ts'
import type { KeyRing, Sealed, Sealer } from '../../platform/secrets/index.ts'
import type { Applications } from './applications.ts'
import { attachedToRow } from './attached-documents.ts'
import { isSubmittedRow } from './is-submitted.ts'
import { type Answers, openAnswers } from './stored-answers.ts'

/** What reading an application takes. Changing it takes its writings too, which are as long as the answers. */
const columns = ['id', 'answers', 'add_another', 'tabs', 'revision', 'last_page', 'data_key'] as const
type Row = Pick<Selectable<Tables['application']>, (typeof columns)[number]>
type RowWithDocuments = Row & { readonly document_answer: Readonly<Record<string, DocumentAnswer>> }
/** What changing it takes. */
export type ApplicationRow = Row & Pick<Selectable<Tables['application']>, 'writings'>

/** One stored application, decrypted. */
export type StoredApplication = {
  readonly id: string
  readonly revision: number
  readonly lastPage: string
  readonly application: Application & { readonly answer: Answers }
  /** Encrypts its values. */
  readonly sealer: Sealer
}

/** An application with its row. */
export type ApplicationWithRow = StoredApplication & {
  readonly row: ApplicationRow
  readonly isSubmitted: boolean
  readonly lastWrite: (key: string) => LastWrite | undefined
}

type Keys = Pick<Applications, 'keyRing'>

/** The account's application, created when first needed, so that no caller has to handle an account without one. */
export const applicationOf = async (
  { keyRing }: Keys,
  db: Kysely<Tables>,
  accountId: string,
): Promise<StoredApplication> => decrypted(await existing(rowOfAccount, keyRing, db, accountId), keyRing)

const rowOfAccount = statement((db, value: PlaceOf<Account>) =>
  rowsWithDocuments(db).where('account_id', '=', value('accountId')),
)

/** Whose application a statement is about. */
export type Account = { readonly accountId: string }

/** The row of an account's application, which is created when there is none. */
export async function existing<Found>(
  find: (db: Kysely<Tables>, account: Account) => Promise<readonly Found[]>,
  keyRing: KeyRing,
  db: Kysely<Tables>,
  accountId: string,
): Promise<Found> {
  const [found] = await find(db, { accountId })
  if (found) return found
  await createApplication(keyRing, db, accountId)
  const [created] = await find(db, { accountId })
  if (!created) throw new Error('The application that was just created is missing.')
  return created
}

/** The application with this id; throws if there is none. */
export const applicationWithId = async (
  { keyRing }: Keys,
  db: Kysely<Tables>,
  id: string,
): Promise<StoredApplication> =>
  decrypted(await rowsWithDocuments(db).where('id', '=', id).executeTakeFirstOrThrow(), keyRing)

/** The account's application, and the version of its row, which every change of the row replaces. */
export async function versionOf(
  { keyRing }: Keys,
  db: Kysely<Tables>,
  accountId: string,
): Promise<ApplicationWithRow & { readonly version: string }> {
  const row = await existing(rowWithVersion, keyRing, db, accountId)
  return { ...withRow(row, keyRing), version: row.version }
}

const rowWithVersion = statement((db, value: PlaceOf<Account>) =>
  rowsWithDocuments(db)
    .select(['writings', isSubmittedRow.as('is_submitted'), sql<string>`xmin::text`.as('version')])
    .where('account_id', '=', value('accountId')),
)

/** The account's application, locked until the transaction ends: the next change waits and then sees this one. */
export async function lockedApplicationOf(
  { keyRing }: Keys,
  transaction: Kysely<Tables>,
  accountId: string,
): Promise<ApplicationWithRow> {
  return whole(keyRing, transaction, await existing(lockedRow, keyRing, transaction, accountId))
}

const lockedRow = statement((db, value: PlaceOf<Account>) =>
  db
    .selectFrom('application')
    .select([...columns, 'writings'])
    .where('account_id', '=', value('accountId'))
    .forUpdate(),
)

/** The same for the application with this id; undefined if there is none. */
export async function lockedApplicationWithId(
  { keyRing }: Keys,
  transaction: Kysely<Tables>,
  id: string,
): Promise<ApplicationWithRow | undefined> {
  const row = await transaction
    .selectFrom('application')
    .select([...columns, 'writings'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && whole(keyRing, transaction, row)
}

/** A locked row with what lies beside it. */
async function whole(keyRing: KeyRing, transaction: Kysely<Tables>, row: ApplicationRow): Promise<ApplicationWithRow> {
  // A statement of its own: a subquery of the one that waited for the lock would not see what happened meanwhile.
  const more = await transaction
    .selectFrom('application')
    .select([attachedToRow.as('document_answer'), isSubmittedRow.as('is_submitted')])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return withRow({ ...row, ...more }, keyRing)
}

/** What encrypts the values of an application: its data key, or a secret key until it has one. */
export const sealerOf = (keyRing: KeyRing, { id, data_key }: { id: string; data_key: Sealed | null }): Sealer =>
  data_key === null ? keyRing : keyRing.dataSealer(data_key, { owner: id })

export const rowsWithDocuments = (db: Kysely<Tables>) =>
  db.selectFrom('application').select([...columns, attachedToRow.as('document_answer')])

/** A row for an account's current application, with a data key of its own. */
export function newApplication(keyRing: KeyRing, accountId: string) {
  const id = randomUUID()
  const dataKey = JSON.stringify(keyRing.newDataKey(id))
  return {
    id,
    account_id: accountId,
    data_key: sql<string>`(select ${dataKey}::jsonb from installation where has_data_keys)`,
  }
}

/** Creates an account's first application, unless another process has created it. */
async function createApplication(keyRing: KeyRing, db: Kysely<Tables>, accountId: string): Promise<void> {
  await db
    .insertInto('application')
    .values(newApplication(keyRing, accountId))
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}

/** A row as the program uses it. Throws if an answer cannot be decrypted. */
export function decrypted(row: RowWithDocuments, keyRing: KeyRing): StoredApplication {
  const sealer = sealerOf(keyRing, row)
  return {
    id: row.id,
    revision: row.revision,
    lastPage: row.last_page,
    application: {
      answer: openAnswers(row.answers, row.id, sealer),
      add_another: row.add_another,
      tabs: row.tabs,
      document_answer: row.document_answer,
    },
    sealer,
  }
}

const withRow = (
  row: RowWithDocuments & ApplicationRow & { readonly is_submitted: boolean },
  keyRing: KeyRing,
): ApplicationWithRow => ({
  ...decrypted(row, keyRing),
  row,
  isSubmitted: row.is_submitted,
  lastWrite: (key) => {
    const write = row.writings[key]
    return write && { revision: write[0], device: write[1], number: write[2] }
  },
})
