import { LONGEST_ORDER, ownErrors } from '../../../../api/browser.ts'
import type { Reply } from '../../../../api/index.ts'
import {
  type AnswerMap,
  type AnswerOrder,
  answerTo,
  type Form,
  isMasked,
  keysAnsweredTogether,
  questionsByKey,
  say,
  type WriteOrder,
} from '../../../../engine/index.ts'
import { CallError, type Calls } from '../../../client/index.ts'
import type { ApplicationStore } from '../../../fields/index.ts'
import { createObservable, type Observable } from '../../../parts/index.ts'
import type { Orders, StoredDraft, WritingOrderBook } from '../drafts/drafts.ts'
import type { Conflicts } from './conflicts.ts'
import { createSaveQueue } from './save-queue.ts'

type SavingDeps = {
  readonly store: ApplicationStore
  readonly conflicts: Conflicts
  readonly order: WritingOrderBook
  readonly call: Calls['call']
  /** Whether the account that entered is still logged in: another tab may have logged in somebody else. */
  readonly isHere: () => boolean
  /** Called when a save shows that the session is over or the application submitted. */
  readonly onStopped: (error: CallError) => void
}

/** Sends answers to the server, and applies to the screen what its replies say about them. */
export function createSaving({ store, conflicts, order, call, isHere, onStopped }: SavingDeps) {
  const revisions = createRevisionsSeen()
  const onScreen = (key: string) => answerTo(store.current().answer, key)
  const queue = createSaveQueue({
    save: (answers, orders) =>
      isHere() ? call('saveAnswers', answers, { order: { device: order.device(), keys: orders } }) : refused(),
    number: order.next,
    over: revisions.over,
    firstPart: (keys) => firstPartOf(store.form, keys),
    read: onScreen,
    isSaved: (key) => isWritten(store, key),
    onSaved,
    onStopped,
  })

  function onSaved(reply: Reply<'saveAnswers'>, written: Orders): void {
    const typed = Object.keys(reply.conflicts).map((key) => [key, onScreen(key)] as const)
    // Another device may have replaced what this tab saved before the reply arrived.
    const isUnsaved = new Set(queue.unsaved())
    const saved = Object.keys(written).filter((key) => !isUnsaved.has(key))
    const sent = Object.fromEntries(saved.map((key) => [key, onScreen(key)]))
    const replaced = Object.entries(replacedBy(reply)).filter(([key]) => !isUnsaved.has(key))
    const now = revisions.newest(reply.revision, { ...sent, ...Object.fromEntries(replaced), ...reply.conflicts })
    revisions.shown(Object.keys(reply.conflicts), reply.revision)
    // Receiving a key discards half-typed text, so keys whose answers stay are left out.
    store.receive({ answer: Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== onScreen(key))) })
    // Keeps a waiting conflict that was written later.
    const isNewest = (key: string) =>
      conflicts.get()[key] === undefined || (written[key]?.number ?? 0) > (conflicts.orderOf(key)?.number ?? 0)
    const asked = typed.filter(([key, value]) => value !== now[key] && isNewest(key))
    // An answer that is included only because of a related one was not typed here, so it replaces nothing from another tab.
    conflicts.add(Object.fromEntries(asked), {
      ...Object.fromEntries(asked.map(([key]) => [key, notTyped])),
      ...written,
    })
    revisions.acknowledge(reply)
  }

  /** Queues answers written earlier, here or in another tab, in the order in which they were written. */
  const restore = ({ answer, orders }: Pick<StoredDraft, 'answer' | 'orders'>) => {
    const written: Orders = Object.fromEntries(
      Object.keys(answer).map((key) => [key, orders[key] ?? { number: order.next(), over: 0 }]),
    )
    order.reach(Math.max(0, ...Object.values(written).map(({ number }) => number)))
    queue.restore(written)
  }
  return {
    queue,
    revisions,
    restore,
    /** The order of a call that changes a block, among this browser's writes (docs/decisions/0020). */
    blockOrder: (blockId: string): AnswerOrder => ({
      device: order.device(),
      keys: { [blockId]: { number: order.next(), over: revisions.seen.get().complete } },
    }),
    /** Takes over answers that another tab of this account wrote and has not saved. */
    adopt({ answer, orders }: StoredDraft): void {
      const own = queue.orders()
      const isLater = (key: string) => (orders[key]?.number ?? 0) > (own[key]?.number ?? -1)
      const others = Object.fromEntries(Object.entries(answer).filter(([key]) => isLater(key)))
      store.receive({ answer: others })
      restore({ answer: others, orders })
    },
    /** Commits and saves; throws a CallError if saving fails now. */
    async save(): Promise<void> {
      store.commitAll()
      if (!(await queue.flush()))
        throw new CallError('offline', 0, say('We couldn’t save your answers first. Please try again.'))
    },
  }
}

/** Only the server writes whether a document was given (Q24), and a masked number is one that it has (Q68). */
export function isWritten({ form, current }: ApplicationStore, key: string): boolean {
  const kind = questionsByKey(form).get(key)?.kind
  return kind !== 'upload' && !(kind === 'ssn' && isMasked(answerTo(current().answer, key)))
}

/** Answers the server cleared, had in a newer version from another tab, or stored in another form. */
const replacedBy = ({ canonical, cleared, superseded }: Reply<'saveAnswers'>): Record<string, string> => ({
  // A box in use is rewritten when it is left, and a masked number is not what was typed.
  ...Object.fromEntries(Object.entries(canonical).filter(([key, value]) => !isInUse(key) && !isMasked(value))),
  ...superseded,
  ...Object.fromEntries(cleared.map((key) => [key, ''])),
})

const isInUse = (key: string) => document.activeElement?.id === key

const notTyped: WriteOrder = { number: 0, over: 0 }

const refused = () => Promise.reject(new CallError('unauthorized', 401, say(ownErrors.unauthorized.message)))

/** As many of these keys as the header of one request can name. Related answers stay together. */
function firstPartOf(form: Form, keys: readonly string[]): readonly string[] {
  const part = new Set<string>()
  let length = 50 // the device and separators
  for (const key of keys) {
    if (part.has(key)) continue
    const together = keysAnsweredTogether(form, key).filter((each) => keys.includes(each))
    length += together.reduce((sum, each) => sum + each.length + 34, 0) // two numbers of 15 digits, and separators
    if (part.size > 0 && length > LONGEST_ORDER) break
    for (const each of together) part.add(each)
  }
  return [...part]
}

/** The newest revision this tab knows of, and the one up to which everything is on the screen. */
export type Seen = { readonly revision: number; readonly complete: number }

/** What the server had at a revision. */
type Latest = { readonly revision: number; readonly answer: AnswerMap }

/** A change that the server has accepted: the revisions before and after it. */
export type Taken = { readonly previous_revision: number; readonly revision: number }

/** What this tab knows of the server's revisions: which one the person sees, and whether somebody else has saved. */
export function createRevisionsSeen() {
  const seen: Observable<Seen> = createObservable({ revision: 0, complete: 0 })
  const known = new Map<string, number>()
  let latest: Latest = { revision: 0, answer: {} }
  return {
    seen,
    /** The server has accepted a change from this tab. */
    acknowledge({ previous_revision, revision }: Taken): void {
      const { revision: heard, complete } = seen.get()
      const reached = previous_revision <= complete ? Math.max(complete, revision) : complete
      seen.set({ revision: Math.max(heard, revision), complete: reached })
    },
    /** The server's answers at this revision are on the screen now, except where the tab has unsaved ones. */
    caughtUp(profile: Latest): void {
      latest = profile
      seen.set({ revision: profile.revision, complete: profile.revision })
    },
    /** The answers of a reply, or those of a profile read since, if the reply is older than that profile. */
    newest: (revision: number, answers: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(answers).map(([key, value]) => [
          key,
          revision < latest.revision ? answerTo(latest.answer, key) : value,
        ]),
      ),
    /** The values of these keys at this revision are on the screen now. */
    shown(keys: readonly string[], revision: number): void {
      for (const key of keys) known.set(key, revision)
    },
    /** The revision of a key that the person sees. */
    over: (key: string): number => Math.max(seen.get().complete, known.get(key) ?? 0),
    forget(): void {
      known.clear()
      latest = { revision: 0, answer: {} }
    },
  }
}
