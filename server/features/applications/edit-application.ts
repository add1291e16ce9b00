import type { Transaction } from 'kysely'
import type { Application, Repeated } from '../../../engine/index.ts'
import { inTransaction, type StoredWrite, type Tables } from '../../platform/database/index.ts'
import { type Refusal, refusal } from '../../platform/http/index.ts'
import { type LockedRow, lockedApplicationOf, type StoredApplication } from './application-row.ts'
import type { Applications } from './applications.ts'
import { detachDocuments, moveDocuments } from './attached-documents.ts'
import type { Answers } from './stored-answers.ts'
import { recordWrites, type Writer, writeAnswers } from './write-answers.ts'

/** An application that nobody else can change until the transaction ends. */
export type LockedApplication = StoredApplication &
  Omit<LockedRow, 'stored'> & { readonly transaction: Transaction<Tables> }

/** An unsubmitted application, with the ways to change it. */
export type EditedApplication = LockedApplication & {
  /** Merges answers by key and records them in the history; returns the new revision. */
  readonly write: (changed: Answers, by?: Writer) => Promise<number>
  /** Records writes of keys whose answers do not change. */
  readonly recordWrites: (writes: Readonly<Record<string, StoredWrite>>) => Promise<void>
  /** Replaces what is stored beside the answers. */
  readonly put: (parts: Partial<Pick<Application, 'add_another' | 'tabs'>>) => Promise<void>
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
  lockApplication(applications, accountId, async (locked) => {
    const { id, transaction } = locked
    if (locked.isSubmitted) return refusal('already_submitted')
    let { row } = locked
    return work({
      ...locked,
      write: async (changed, by) => {
        row = await writeAnswers(applications, transaction, row, changed, by)
        return row.revision
      },
      recordWrites: async (writings) => {
        row = await recordWrites(transaction, row, writings)
      },
      put: async (parts) => {
        const columns = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]))
        await transaction.updateTable('application').set(columns).where('id', '=', id).execute()
      },
      detach: (keys) => detachDocuments(transaction, id, keys),
      move: (block, removed) => moveDocuments(transaction, id, block, removed),
    })
  })

/** Locks an application for work that writes nothing into it: submitting it and changing its status. */
export const lockApplication = <Result>(
  applications: Applications,
  accountId: string,
  work: (locked: LockedApplication) => Promise<Result>,
): Promise<Result> =>
  inTransaction(applications.database.db, async (transaction) => {
    const { stored, ...locked } = await lockedApplicationOf(applications, transaction, accountId)
    return work({ ...stored, ...locked, transaction })
  })
