import type { Kysely, Selectable } from 'kysely'
import type { Application, DocumentAnswer, LastWrite } from '../../../engine/index.ts'
import type { StoredWrite, Tables } from '../../platform/database/index.ts'
import type { Applications } from './applications.ts'
import { attachedDocuments, attachedToRow } from './attached-documents.ts'
import { type Answers, openAnswers } from './stored-answers.ts'

type Row = Selectable<Tables['application']> & {
  readonly document_answer: Readonly<Record<string, DocumentAnswer>>
}

/** One stored application, decrypted. */
export type StoredApplication = {
  readonly id: string
  readonly revision: number
  readonly lastPage: string
  readonly application: Application & { readonly answer: Answers }
  readonly storedWrites: Readonly<Record<string, StoredWrite>>
  readonly lastWrites: Readonly<Record<string, LastWrite>>
}

/** The account's application, created when first needed, so that no caller has to handle an account without one. */
export async function applicationOf(
  { keyRing }: Applications,
  db: Kysely<Tables>,
  accountId: string,
): Promise<StoredApplication> {
  const find = () => rowsWithDocuments(db).where('account_id', '=', accountId).executeTakeFirst()
  const found = await find()
  if (found) return decrypted(found, keyRing)
  await createApplication(db, accountId)
  const created = await find()
  if (!created) throw new Error('The application that was just created is missing.')
  return decrypted(created, keyRing)
}

/** The application with this id; throws if there is none. */
export const applicationWithId = async (
  { keyRing }: Pick<Applications, 'keyRing'>,
  db: Kysely<Tables>,
  id: string,
): Promise<StoredApplication> =>
  decrypted(await rowsWithDocuments(db).where('id', '=', id).executeTakeFirstOrThrow(), keyRing)

/** The account's application, locked until the transaction ends: the next change waits and then sees this one. */
export async function lockedApplicationOf(
  applications: Applications,
  transaction: Kysely<Tables>,
  accountId: string,
): Promise<StoredApplication> {
  const locked = () =>
    transaction.selectFrom('application').selectAll().where('account_id', '=', accountId).forUpdate().executeTakeFirst()
  const row = (await locked()) ?? (await createApplication(transaction, accountId)) ?? (await locked())
  if (!row) throw new Error('The application that was just created is missing.')
  // A statement of its own: a subquery of the one that waited for the lock would not see what happened meanwhile.
  return decrypted({ ...row, document_answer: await attachedDocuments(transaction, row.id) }, applications.keyRing)
}

const rowsWithDocuments = (db: Kysely<Tables>) =>
  db.selectFrom('application').selectAll().select(attachedToRow.as('document_answer'))

/** Creates an account's first application, locked because it is new; undefined if another process has created it. */
const createApplication = (db: Kysely<Tables>, accountId: string) =>
  db
    .insertInto('application')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returningAll()
    .executeTakeFirst()

const decrypted = (row: Row, keyRing: Applications['keyRing']): StoredApplication => ({
  id: row.id,
  revision: row.revision,
  lastPage: row.last_page,
  application: {
    answer: openAnswers(row.answers, row.id, keyRing),
    add_another: row.add_another,
    tabs: row.tabs,
    document_answer: row.document_answer,
  },
  storedWrites: row.writings,
  lastWrites: Object.fromEntries(
    Object.entries(row.writings).map(([key, [revision, device, number]]) => [key, { revision, device, number }]),
  ),
})
