import { randomUUID } from 'node:crypto'
import { type Kysely, NoResultError, sql, type Transaction } from 'kysely'
import {
  type AnswerMap,
  type Application,
  type Form,
  type LastWrite,
  oncePer,
  withoutHidden,
} from '../../../engine/index.ts'
import { inTransaction, type PlaceOf, statement, type Tables } from '../../platform/database/index.ts'
import type { KeyRing, Sealed, Sealer } from '../../platform/secrets/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { attachedToRow } from './attached-documents.ts'
import {
  contentColumns,
  inClear,
  type KnownRow,
  type Row,
  type RowInClear,
  type WithDocuments,
} from './recent-answers.ts'
import { type Answers, openAnswers, openGates, sortedByForm } from './stored-answers.ts'
import { emptyRecord, openRecord, type StoredRecord, sealRecord } from './stored-record.ts'

/** One stored application, decrypted. */
export type StoredApplication = {
  readonly id: string
  readonly revision: number
  readonly lastPage: string
  readonly application: Application & { readonly answer: Answers }
  /**
   * What an edition of the form took away: answers to what only earlier ones asked, and what their conditions did not
   * hide. Not part of the application, and kept.
   */
  readonly parked: Answers
  /** The sensitive gates that are stored as opened: not part of what is signed, exported or read by staff. */
  readonly openedGates: readonly string[]
  /** Encrypts its values. */
  readonly sealer: Sealer
  /** Whether it is sealed whole, and so is everything about it. */
  readonly isSealed: boolean
}

/** An application with its row. */
export type ApplicationWithRow = StoredApplication & {
  readonly row: WithDocuments<RowInClear>
  readonly record: StoredRecord
  readonly isSubmitted: boolean
  readonly lastWrite: (key: string) => LastWrite | undefined
  /** After what is parked was left out, nothing is hidden. */
  readonly isWithoutHidden: true
}

type Keys = Pick<ApplicationDeps, 'keyRing' | 'form'>

/** The account's application, created when first needed, so that no caller has to handle an account without one. */
export const applicationOf = async (deps: Keys, db: Kysely<Tables>, owner: string): Promise<StoredApplication> => {
  const { row, ...opened } = await openedOf(deps, db, owner)
  return storedApplication(deps.form, row, opened)
}

/** The same as it is stored, with the order of writing. */
export async function openedOf({ keyRing }: Pick<Keys, 'keyRing'>, db: Kysely<Tables>, owner: string) {
  const row = await existing(rowOfOwner, keyRing, db, { owner })
  return { id: row.id, row, ...openedIn(row, keyRing) }
}

/** Whether a row is the current application of its account, and the one that the owner names, or the only one. */
const isCurrentOf = (value: PlaceOf<Owner>) => sql<boolean>`(
  account_id = split_part(${value('owner')}, '.', 1)
  and case split_part(${value('owner')}, '.', 2)
    when '' then not exists (select from application former where former.former_account_id = ${value('owner')})
    else split_part(${value('owner')}, '.', 2) = application.id::text
  end
)`

export const rowsWithDocuments = (db: Kysely<Tables>) =>
  db.selectFrom('application').select([...inClear, ...contentColumns, attachedToRow.as('document_answer')])

const rowOfOwner = statement((db, value: PlaceOf<Owner>) => rowsWithDocuments(db).where(isCurrentOf(value)))

/**
 * Whose application a statement is about: the account, or the account with one of its applications, if it has several
 * (docs/decisions/0078).
 */
type Owner = { readonly owner: string }

/**
 * The row of an owner's application, which is created when the account has none. A call that waited while the account
 * turned to another of its applications, or lost this one, does not get the other.
 */
async function existing<Found, Asked extends Owner>(
  find: (db: Kysely<Tables>, asked: Asked) => Promise<readonly Found[]>,
  keyRing: KeyRing,
  db: Kysely<Tables>,
  asked: Asked,
): Promise<Found> {
  const [found] = await find(db, asked)
  if (found) return found
  const accountId = accountIn(asked.owner)
  await createApplication(keyRing, db, accountId)
  const [created] = await find(db, asked)
  if (created) return created
  const ofAccount = db.selectFrom('application').select('id').where('account_id', '=', accountId)
  throw (await ofAccount.executeTakeFirst())
    ? Object.assign(new Error('The account has turned to another application.'), { code: 'OTHER_APPLICATION' })
    : Object.assign(new Error('The account was deleted meanwhile.'), { code: 'ACCOUNT_GONE' })
}

/** The application with this id; throws if there is none. */
export const applicationWithId = async (deps: Keys, db: Kysely<Tables>, id: string): Promise<StoredApplication> =>
  decrypted(await rowsWithDocuments(db).where('id', '=', id).executeTakeFirstOrThrow(), deps)

/** Whose application is read, and the version of its row that is known already ('' for none). */
export type OwnerAndKnown = Owner & { readonly known: string }

/** A row without the contents of the version that is known already. */
type RowUnlessKnown = WithDocuments<RowInClear> & {
  readonly version: string
  readonly is_submitted: boolean
  readonly contents: Omit<Row, 'sealed' | keyof RowInClear> | null
  readonly sealed: Row['sealed']
}

/**
 * The account's application, created when first needed, with the version of its row, and what else `find` selects from
 * `rowsUnlessKnown`. Its answers are those in memory, if the row still has their version.
 */
export async function readCurrent<Found extends RowUnlessKnown>(
  { database, keyRing, form, recent }: ApplicationDeps,
  find: (db: Kysely<Tables>, asked: OwnerAndKnown) => Promise<readonly Found[]>,
  owner: string,
): Promise<ApplicationWithRow & { readonly row: Found }> {
  const remembered = recent?.get(owner)
  const row = await existing(find, keyRing, database.db, { owner, known: remembered?.version ?? '' })
  const { version, contents, sealed } = row
  recent?.count(contents === null ? 'memory' : 'database')
  if (contents === null) {
    if (remembered?.version !== version) throw new Error('The answers that were left out are not known.')
    return withRow(form, row, remembered)
  }
  const opened = openedIn({ ...row, ...contents, sealed }, keyRing)
  const { contents: _, sealed: __, ...known } = row
  recent?.set(owner, { version, row: known, ...opened })
  return withRow(form, row, opened)
}

/**
 * The application as it was when its row had this version. Its documents are those of now if it still has it, because a
 * document comes and goes with its answer; whether it was submitted meanwhile must be asked.
 */
export const applicationIn = (form: Form, { row, ...opened }: KnownRow): ApplicationWithRow =>
  withRow(form, { ...row, is_submitted: false }, opened)

/** The rows of an account's current application; their contents are null in the version that is known. */
export const rowsUnlessKnown = (db: Kysely<Tables>, value: PlaceOf<OwnerAndKnown>) => {
  const isKnown = sql`${versionOfRow} = ${value('known')}`
  return db
    .selectFrom('application')
    .select(inClear)
    .select([
      attachedToRow.as('document_answer'),
      isSubmittedRow.as('is_submitted'),
      versionOfRow.as('version'),
      sql<Row['sealed']>`case when not ${isKnown} then sealed end`.as('sealed'),
      sql<RowUnlessKnown['contents']>`case when not ${isKnown} then ${contentsInClear} end`.as('contents'),
    ])
    .where(isCurrentOf(value))
}

/** As an earlier release stored them: of an application that is sealed all of them are empty. */
const contentsInClear = sql`jsonb_build_object(
  'answers', answers, 'writings', writings, 'browsers', browsers,
  'add_another', add_another, 'tabs', tabs, 'opened_gates', opened_gates
)`

/**
 * The version of a row. PostgreSQL changes `xmin` with every change of a row; the time tells versions apart whose `xmin`
 * is the same, because a backup was restored or a standby had not received the last changes.
 */
export const versionOfRow = sql<string>`(application.id || ' ' || application.xmin || ' ' || extract(epoch from updated_at))`

/** The account's application, locked until the transaction ends: the next change waits and then sees this one. */
export async function lockedApplicationOf(
  deps: Keys,
  transaction: Kysely<Tables>,
  owner: string,
): Promise<ApplicationWithRow> {
  return whole(deps, transaction, await existing(lockedRow, deps.keyRing, transaction, { owner }))
}

const lockedRow = statement((db, value: PlaceOf<Owner>) =>
  db
    .selectFrom('application')
    .select([...inClear, ...contentColumns])
    .where(isCurrentOf(value))
    .forUpdate(),
)

/** The same for the application with this id; undefined if there is none. */
export async function lockedApplicationWithId(
  deps: Keys,
  transaction: Kysely<Tables>,
  id: string,
): Promise<ApplicationWithRow | undefined> {
  const row = await transaction
    .selectFrom('application')
    .select([...inClear, ...contentColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && whole(deps, transaction, row)
}

/** A locked row with what lies beside it. */
async function whole({ form, keyRing }: Keys, transaction: Kysely<Tables>, row: Row): Promise<ApplicationWithRow> {
  // A statement of its own: a subquery of the one that waited for the lock would not see what happened meanwhile.
  const more = await transaction
    .selectFrom('application')
    .select([attachedToRow.as('document_answer'), isSubmittedRow.as('is_submitted')])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return withRow(form, { ...row, ...more }, openedIn(row, keyRing))
}

/** What encrypts the values of an application: its data key, or a secret key until it has one. */
export const sealerOf = (keyRing: KeyRing, { id, data_key }: { id: string; data_key: Sealed | null }): Sealer =>
  data_key === null ? keyRing : keyRing.dataSealer(data_key, { owner: id })

/** A row for an account's current application, with a data key of its own, and sealed. */
export function newApplication(keyRing: KeyRing, accountId: string) {
  const id = randomUUID()
  const dataKey = keyRing.newDataKey(id)
  const sealed = sealRecord(emptyRecord, id, keyRing.dataSealer(dataKey, { owner: id }))
  return {
    id,
    account_id: accountId,
    data_key: sql<string>`(select ${JSON.stringify(dataKey)}::jsonb from installation where has_data_keys)`,
    sealed: sql<Uint8Array | null>`(select ${sealed}::bytea from installation where seals_records)`,
  }
}

/**
 * Creates an account's first application, unless another process has created it. While the account is being deleted
 * this waits, and then creates none: its answers would stay until the list of erased accounts is read again.
 */
const createApplication = (keyRing: KeyRing, db: Kysely<Tables>, accountId: string): Promise<void> =>
  inTransaction(db, async (transaction) => {
    await transaction.selectFrom('user').select('id').where('id', '=', accountId).forKeyShare().execute()
    const { id, data_key, sealed } = newApplication(keyRing, accountId)
    const row = [
      sql<string>`${id}::uuid`.as('id'),
      sql<string>`${accountId}`.as('account_id'),
      data_key.as('data_key'),
      sealed.as('sealed'),
    ]
    await transaction
      .insertInto('application')
      .columns(['id', 'account_id', 'data_key', 'sealed'])
      .expression(
        transaction
          .selectNoFrom(row)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('erased_account').select('account_id').where('account_id', '=', accountId))),
          ),
      )
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
  })

/** A row as the program uses it. Throws if an answer cannot be decrypted. */
export const decrypted = (row: WithDocuments<Row>, { form, keyRing }: Keys): StoredApplication =>
  storedApplication(form, row, openedIn(row, keyRing))

/** The same row as it is under each of these forms, opened once. */
export function decryptedUnder(
  row: WithDocuments<Row>,
  keyRing: KeyRing,
  forms: readonly Form[],
): readonly StoredApplication[] {
  const opened = openedIn(row, keyRing)
  return forms.map((form) => storedApplication(form, row, opened))
}

type Opened = Pick<KnownRow, 'sealer' | 'record' | 'nothingHiddenIn'>

function openedIn(row: Row, keyRing: KeyRing): Opened {
  const sealer = sealerOf(keyRing, row)
  return { sealer, record: row.sealed ? openRecord(row.sealed, row.id, sealer) : openedInClear(row, sealer) }
}

/** What an earlier release stored: secret and sensitive answers are encrypted one by one. */
export const openedInClear = (row: Omit<Row, 'sealed'>, sealer: Sealer): StoredRecord => ({
  answers: openAnswers(row.answers, row.id, sealer),
  writings: { ...row.writings },
  browsers: row.browsers,
  add_another: row.add_another,
  tabs: row.tabs,
  opened_gates: openGates(row.opened_gates, row.id, sealer),
  packed: null,
})

function storedApplication(
  form: Form,
  { id, revision, last_page, document_answer }: WithDocuments<RowInClear>,
  { sealer, record: { answers, add_another, tabs, opened_gates, packed }, nothingHiddenIn }: Opened,
): StoredApplication {
  const { asked, parked } = sortedByForm(form, answers)
  const documents = sortedByForm(form, document_answer)
  const whole = { answer: asked, add_another, tabs, document_answer: documents.asked }
  // Each save clears what it hides. So what is hidden now an edition has hidden, and it comes back.
  const { application, cleared } =
    nothingHiddenIn === markOf(form) ? { application: whole, cleared: [] } : withoutHidden(form, whole)
  const hidden = Object.fromEntries(cleared.map((key) => [key, answers[key] ?? '']))
  return {
    id,
    revision,
    lastPage: last_page,
    application: cleared.length === 0 ? whole : { ...application, answer: filled(application.answer) },
    parked: cleared.length === 0 ? parked : { ...parked, ...hidden },
    openedGates: opened_gates,
    sealer,
    isSealed: packed !== null,
  }
}

const filled = (answer: AnswerMap): Answers =>
  Object.fromEntries(Object.entries(answer).flatMap(([key, value]) => (value ? [[key, value]] : [])))

/** What is remembered of a form in its place: nothing that outlives a request may hold an edition. */
export const markOf = oncePer((_: Form) => Symbol('form'))

const withRow = <Found extends WithDocuments<RowInClear> & { readonly is_submitted: boolean }>(
  form: Form,
  row: Found,
  opened: Opened,
): ApplicationWithRow & { readonly row: Found } => ({
  ...storedApplication(form, row, opened),
  row,
  isWithoutHidden: true,
  record: opened.record,
  isSubmitted: row.is_submitted,
  lastWrite: (key) => {
    const write = opened.record.writings[key]
    return write && { revision: write[0], device: write[1], number: write[2] }
  },
})

/**
 * Whether the application of a row has been submitted and is not open for changes again: nothing in it changes then
 * (Q25, docs/decisions/0078).
 */
export const isSubmittedRow = sql<boolean>`(
  exists (select from submission where application_id = application.id) and not is_reopened(application.id)
)`

/** The same for the application with this id. */
export async function isSubmitted(db: Kysely<Tables>, applicationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .select(isSubmittedRow.as('is_submitted'))
    .where('id', '=', applicationId)
    .executeTakeFirst()
  return row?.is_submitted ?? false
}

/** The account of an application's row, whether it is its current application or an earlier one. */
export const ownerAccount = sql<string>`coalesce(application.account_id, application.former_account_id)`

/** The account in what names the owner of a call: the account, or the account with one of its applications. */
export const accountIn = (owner: string): string => owner.split('.')[0] ?? ''

/** Makes the current application of an account an earlier one. What is in it stays as it is. */
export const makeFormer = (transaction: Transaction<Tables>, accountId: string, id: string): Promise<unknown> =>
  transaction
    .updateTable('application')
    .set({ account_id: null, former_account_id: accountId })
    .where('id', '=', id)
    .execute()

/** Makes an earlier application the current one; the account must have no other current one by then. */
export const makeCurrent = (transaction: Transaction<Tables>, accountId: string, id: string): Promise<unknown> =>
  transaction
    .updateTable('application')
    .set({ account_id: accountId, former_account_id: null })
    .where('id', '=', id)
    .execute()

/** The id of an account's application; undefined if it has none yet. */
export async function applicationIdOf(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db.selectFrom('application').select('id').where('account_id', '=', accountId).executeTakeFirst()
  return row?.id
}

/** Reads again if a row that was there at the beginning was erased in the middle of it. */
export async function againIfErased<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NoResultError) return read()
    throw error
  }
}
