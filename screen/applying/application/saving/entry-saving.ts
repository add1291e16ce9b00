import {
  type AnswerOrder,
  type Application,
  entriesShown,
  everyItem,
  type Form,
  gatesIn,
  say,
} from '../../../../engine/index.ts'
import { CallError, type Calls } from '../../../client/index.ts'
import { type ApplicationStore, nounOf } from '../../../fields/index.ts'
import type { Taken } from './saving.ts'

type EntrySavingDeps = {
  readonly store: ApplicationStore
  readonly call: Calls['call']
  readonly blockOrder: (blockId: string) => AnswerOrder
  readonly acknowledge: (taken: Taken) => void
  /** Called when the server has the entries. */
  readonly onSaved: () => void
}

export type EntrySaving = {
  /** The entry counts that the server does not have yet. */
  readonly unsaved: ReadonlyMap<string, number>
  /** Saves that something was opened. */
  open(gate: string): void
  /** Saves the entries and what is open that `others` has and `saved` has not. */
  saveAdded(saved: Application, others: Application): void
  forget(): void
}

/** Saves the entries that a visitor added to repeated blocks, or that an earlier page could not save. */
export function createEntrySaving(deps: EntrySavingDeps): EntrySaving {
  const { store, call, blockOrder, acknowledge, onSaved } = deps
  const unsaved = new Map<string, number>()
  /** Shows the entries at once. Errors are not caught here, because the app reports uncaught errors in one place. */
  const save = async (id: string, count: number, entry: string) => {
    unsaved.set(id, count)
    store.setEntries(id, count)
    try {
      acknowledge(await call('saveAddAnother', { button_id: id, num_components: count }, { order: blockOrder(id) }))
    } catch (error) {
      throw error instanceof CallError ? error.titled(say('Error adding another {entry}', { entry })) : error // 8.add-another.1
    }
    unsaved.delete(id)
    onSaved()
  }
  const open = (gate: string) =>
    void save(gate, 1, GATE).catch((error) => {
      // Only the place on the page is not stored yet: what is behind it is saved by itself. Sent with the next visit.
      if (!(error instanceof CallError) || error.status === 401) throw error
    })
  return {
    unsaved,
    open,
    saveAdded(saved, others) {
      for (const { block, count } of addedEntries(store.form, saved, others)) void save(block.id, count, nounOf(block))
      for (const gate of gatesIn(store.form))
        if (others.add_another[gate] !== undefined && saved.add_another[gate] === undefined) open(gate)
    },
    forget: () => unsaved.clear(),
  }
}

/** What is opened has no name of its own in the message about a failed save. */
const GATE = 'section'

/** The blocks that have more entries in the second application than in the first. */
const addedEntries = (form: Form, some: Application, others: Application) =>
  everyItem(form).flatMap((item) => {
    if (item.kind !== 'repeated') return []
    const count = entriesShown(item, others).length
    return count > entriesShown(item, some).length ? [{ block: item, count }] : []
  })
