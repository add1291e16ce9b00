import type { ApplicationStore } from '../../fields/index.ts'
import { type Drafts, givenIn, type Owner } from './drafts.ts'
import type { SaveQueue } from './save-queue.ts'

/** Milliseconds between two writings to the device (decisions 42). */
const AT_MOST_EVERY = 1000

/**
 * Writes to the device what the server does not have: all that a visitor gave, what is unsaved of an account. At most
 * once a second, and at once by `write` or when the page goes away.
 */
export function keepJournal(tools: {
  store: ApplicationStore
  queue: SaveQueue
  drafts: Drafts
  ownerNow: () => Owner
  /** The counts of copies that the account's server does not have yet. */
  unsavedCopies: ReadonlyMap<string, number>
}) {
  const { store, queue, drafts, ownerNow, unsavedCopies } = tools
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const { answer, add_another } = store.current()
    const owner = ownerNow()
    if (owner === 'visitor') return drafts.keep(owner, { answer: givenIn(answer), add_another })
    const unsaved = queue.unsaved().map((key) => [key, answer[key] ?? ''])
    drafts.keep(owner, { answer: Object.fromEntries(unsaved), add_another: Object.fromEntries(unsavedCopies) })
  }
  const writeSoon = () => {
    timer ??= setTimeout(write, AT_MOST_EVERY)
  }

  store.subscribe(writeSoon)
  queue.subscribe(writeSoon)
  window.addEventListener('pagehide', () => timer !== undefined && write())
  return { write }
}
