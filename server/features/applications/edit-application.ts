import type { Transaction } from 'kysely'
import { type Application, isDescriptionKey, questionsByKey, type Repeated } from '../../../engine/index.ts'
import { inTransaction, statement, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import {
  type ApplicationWithRow,
  lockedApplicationOf,
  lockedApplicationWithId,
  readCurrent,
  rowsUnlessKnown,
} from './application-row.ts'
import type { Applications } from './applications.ts'
import { detachDocuments, moveDocuments } from './attached-documents.ts'
import { draftChange, type RowChange } from './draft-change.ts'

/** An application that nobody else can change until the transaction ends. */
export type LockedApplication = ApplicationWithRow & { readonly transaction: Transaction<Tables> }

/** An unsubmitted application, with the ways to change its row; the changes are stored together once the work is done. */
export type EditedRow = ApplicationWithRow & RowChange

/** The same, locked, with the ways to change its documents. */
export type EditedApplication = EditedRow &
  LockedApplication & {
    /** Detaches the documents of these questions and returns their ids; the caller must empty the answers. */
    readonly detach: (keys: readonly string[]) => Promise<readonly string[]>
    /** Moves the documents of later entries of a block down when one entry is removed. */
    readonly move: (block: Repeated, removed: number) => Promise<void>
  }

/**
 * The only way to write into an application: in one transaction, locked, and refused once it is submitted, because what
 * was signed does not change (Q25). `work` makes its changes through its argument, so every answer reaches the history.
 */
export const editApplication = <Result>(
  applications: Applications,
  accountId: string,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> =>
  lockApplication(applications, accountId, (locked) => editLocked(applications, locked, work))

/** The same for the application with this id, whether or not it is the current one of its account. */
export const editApplicationWithId = <Result>(
  applications: Applications,
  id: string,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> =>
  lockApplicationWithId(applications, id, (locked) => editLocked(applications, locked, work))

async function editLocked<Result>(
  applications: Applications,
  locked: LockedApplication,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> {
  const { id, transaction } = locked
  if (locked.isSubmitted) return refusal('already_submitted')
  const { store, change } = draftChange(applications, locked)
  const result = await work({
    ...locked,
    ...change,
    detach: (keys) => detachDocuments(transaction, id, keys),
    move: (block, removed) => moveDocuments(transaction, id, block, removed),
  })
  await store(transaction)
  return result
}

/**
 * The same for work that changes only the row, and names the questions whose documents go with their answers. It needs
 * no lock unless there are such questions: its one statement changes nothing if the row is no longer the one that the
 * work saw, and then the work is done again with a lock. A submission changes the row too (docs/decisions/0065), so nothing
 * is written after it.
 */
export async function editRow<Result>(
  applications: Applications,
  accountId: string,
  work: (edited: EditedRow) => { readonly result: Result; readonly detached: readonly string[] },
): Promise<Result | Refusal> {
  const { database, recent } = applications
  const read = await readCurrent(applications, rowToChange, accountId)
  if (read.isSubmitted) return refusal('already_submitted')
  const { storeUnlessChanged, change } = draftChange(applications, read)
  const { result, detached } = work({ ...read, ...change })
  const hasDocuments = detached.some((key) => questionsByKey(applications.form).get(key)?.kind === 'upload')
  if (!hasDocuments) {
    const known = await storeUnlessChanged(database.db, read.row.version)
    if (known) {
      recent?.set(accountId, known)
      return result
    }
  }
  return editApplication(applications, accountId, async (edited) => {
    // The account has turned to another of its applications meanwhile.
    if (edited.id !== read.id) return refusal('other_account')
    const again = work(edited)
    await edited.detach(again.detached)
    return again.result
  })
}

const rowToChange = statement(rowsUnlessKnown)

/**
 * Writes back what was signed, when a reopened application was not signed again. What was answered meanwhile stays in
 * the history.
 */
export async function writeBack(
  applications: Applications,
  { transaction, ...locked }: LockedApplication,
  signed: Application,
): Promise<void> {
  const { store, change } = draftChange(applications, locked)
  const { answer } = locked.application
  const keys = new Set([...Object.keys(answer), ...Object.keys(signed.answer)])
  const changed = [...keys].filter(
    (key) => !isDescriptionKey(applications.form, key) && (answer[key] ?? '') !== (signed.answer[key] ?? ''),
  )
  if (changed.length > 0) change.write(Object.fromEntries(changed.map((key) => [key, signed.answer[key] ?? ''])))
  change.put({ add_another: signed.add_another, tabs: signed.tabs })
  await store(transaction)
}

/** Locks an application for work that writes nothing into it: submitting it and changing its status. */
export const lockApplication = <Result>(
  applications: Applications,
  accountId: string,
  work: (locked: LockedApplication) => Promise<Result>,
): Promise<Result> =>
  inTransaction(applications.database.db, async (transaction) =>
    work({ ...(await lockedApplicationOf(applications, transaction, accountId)), transaction }),
  )

/** The same for the application with this id, inside a transaction or in one of its own. Throws if there is none. */
export const lockApplicationWithId = <Result>(
  applications: Applications,
  id: string,
  work: (locked: LockedApplication) => Promise<Result>,
  db = applications.database.db,
): Promise<Result> =>
  inTransaction(db, async (transaction) => {
    const locked = await lockedApplicationWithId(applications, transaction, id)
    if (!locked) throw new Error(`The application ${id} is missing.`)
    return work({ ...locked, transaction })
  })
