import type { Transaction } from 'kysely'
import { type Application, isDescriptionKey, questionsByKey, type Repeated } from '../../../engine/index.ts'
import { inTransaction, statement, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import type { ApplicationDeps } from './application-deps.ts'
import {
  type ApplicationWithRow,
  applicationIn,
  lockedApplicationOf,
  lockedApplicationWithId,
  readCurrent,
  rowsUnlessKnown,
} from './application-row.ts'
import { detachDocuments, moveDocuments } from './attached-documents.ts'
import { draftChange, type RowChange } from './draft-change.ts'

/** An application that nobody else can change until the transaction ends. */
export type LockedApplication = ApplicationWithRow & { readonly transaction: Transaction<Tables> }

/** An unsubmitted application, with the ways to write into it; all is stored together once the work is done. */
export type EditedRow = ApplicationWithRow & Omit<RowChange, 'put'>

/** The same, locked, with the ways to change what is beside its answers. */
export type EditedApplication = LockedApplication &
  RowChange & {
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
  deps: ApplicationDeps,
  owner: string,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> => lockApplication(deps, owner, (locked) => editLocked(deps, locked, work))

/** The same for the application with this id, whether or not it is the current one of its account. */
export const editApplicationWithId = <Result>(
  deps: ApplicationDeps,
  id: string,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> => lockApplicationWithId(deps, id, (locked) => editLocked(deps, locked, work))

async function editLocked<Result>(
  deps: ApplicationDeps,
  locked: LockedApplication,
  work: (edited: EditedApplication) => Promise<Result>,
): Promise<Result | Refusal> {
  const { id, transaction } = locked
  if (locked.isSubmitted) return refusal('already_submitted')
  const { store, change } = draftChange(deps, locked)
  const result = await work({
    ...locked,
    ...change,
    detach: (keys) => detachDocuments(transaction, id, keys),
    move: (block, removed) => moveDocuments(transaction, id, block, removed),
  })
  await store(transaction)
  return result
}

/** Work that changes only the row, leaves no hidden answer, and names the questions whose documents go. */
type WorkOnRow<Result> = (edited: EditedRow) => { readonly result: Result; readonly detached: readonly string[] }

/**
 * The same for work that changes only the row. It needs no lock unless documents go: its one statement changes nothing
 * if the row is no longer the one that the work saw, and then the work is done again: after the row in memory, over the row
 * that is read, and then with a lock. A submission changes the row too (docs/decisions/0065), so nothing is written
 * after it.
 */
export async function editRow<Result>(
  deps: ApplicationDeps,
  owner: string,
  work: WorkOnRow<Result>,
): Promise<Result | Refusal> {
  const { recent } = deps
  const known = recent?.get(owner)
  const saved = known && (await editVersion(deps, owner, known.version, applicationIn(known), work))
  if (saved?.isStored) {
    recent?.count('memory')
    return saved.result
  }
  const read = await readCurrent(deps, rowToChange, owner)
  if (read.isSubmitted) return refusal('already_submitted')
  const edited = await editVersion(deps, owner, read.row.version, read, work)
  if (edited) return edited.result
  return editApplication(deps, owner, async (locked) => {
    // The account has turned to another of its applications meanwhile.
    if (locked.id !== read.id) return refusal('other_account')
    const again = work(locked)
    await locked.detach(again.detached)
    return again.result
  })
}

/** Does the work over this version of the row. Returns undefined if that was not the row's, or documents go. */
async function editVersion<Result>(
  deps: ApplicationDeps,
  owner: string,
  version: string,
  read: ApplicationWithRow,
  work: WorkOnRow<Result>,
): Promise<{ readonly result: Result; readonly isStored: boolean } | undefined> {
  const { database, form, recent } = deps
  const { storeUnlessChanged, isEmpty, change } = draftChange(deps, read)
  const { result, detached } = work({ ...read, ...change })
  if (detached.some((key) => questionsByKey(form).get(key)?.kind === 'upload')) return undefined
  if (isEmpty()) return { result, isStored: false }
  const known = await storeUnlessChanged(database.db, version)
  if (!known) return undefined
  recent?.set(owner, { ...known, isWithoutHidden: true })
  return { result, isStored: true }
}

const rowToChange = statement(rowsUnlessKnown)

/**
 * Writes back what was signed, when a reopened application was not signed again. What was answered meanwhile stays in
 * the history.
 */
export async function writeBack(
  deps: ApplicationDeps,
  { transaction, ...locked }: LockedApplication,
  signed: Application,
): Promise<void> {
  const { store, change } = draftChange(deps, locked)
  const { answer } = locked.application
  const keys = new Set([...Object.keys(answer), ...Object.keys(signed.answer)])
  const changed = [...keys].filter(
    (key) => !isDescriptionKey(deps.form, key) && (answer[key] ?? '') !== (signed.answer[key] ?? ''),
  )
  if (changed.length > 0) change.write(Object.fromEntries(changed.map((key) => [key, signed.answer[key] ?? ''])))
  change.put({ add_another: signed.add_another, tabs: signed.tabs })
  await store(transaction)
}

/** Locks an application for work that writes nothing into it: submitting it and changing its status. */
export const lockApplication = <Result>(
  deps: ApplicationDeps,
  owner: string,
  work: (locked: LockedApplication) => Promise<Result>,
): Promise<Result> =>
  inTransaction(deps.database.db, async (transaction) =>
    work({ ...(await lockedApplicationOf(deps, transaction, owner)), transaction }),
  )

/** The same for the application with this id, inside a transaction or in one of its own. Throws if there is none. */
export const lockApplicationWithId = <Result>(
  deps: ApplicationDeps,
  id: string,
  work: (locked: LockedApplication) => Promise<Result>,
  db = deps.database.db,
): Promise<Result> =>
  inTransaction(db, async (transaction) => {
    const locked = await lockedApplicationWithId(deps, transaction, id)
    if (!locked) throw new Error(`The application ${id} is missing.`)
    return work({ ...locked, transaction })
  })
