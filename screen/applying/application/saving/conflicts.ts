import { type AnswerMap, type Application, answerTo, type WriteOrder } from '../../../../engine/index.ts'
import { createObservable, type Observable } from '../../../parts/index.ts'
import { type Drafts, givenIn, type Orders } from '../drafts/drafts.ts'

export type Conflicts = Pick<Observable<AnswerMap>, 'get' | 'subscribe'> & {
  /** Sets the conflicts of an account that has entered; `before` are those that the device has for it. */
  begin(conflicts: AnswerMap, before: AnswerMap, orders: Orders): void
  /** Adds conflicts, with the orders of the writes that caused them. */
  add(conflicts: AnswerMap, orders: Orders): void
  /** The order in which the conflicting answer was written; its number is the time, in milliseconds since 1970, or 0. */
  orderOf(key: string): WriteOrder | undefined
  /** Removes all conflicts, here and on the device. */
  resolve(): void
  /** Removes them from the screen only. */
  hide(): void
}

/** Answers of this account that differ from the server's. They stay on the device until the person decides. */
export function createConflicts(drafts: Drafts, accountNow: () => string): Conflicts {
  const shown = createObservable<AnswerMap>({})
  let orders: Orders = {}
  const replace = (next: AnswerMap, before: AnswerMap, written: Orders) => {
    const over = Object.keys(before).filter((key) => !Object.hasOwn(next, key))
    orders = { ...orders, ...written }
    // Conflicts that another tab wrote later and has not resolved stay on the device.
    const gone = new Map(over.map((key) => [key, orders[key]?.number ?? 0]))
    drafts.keep({ conflicts: accountNow() }, { answer: next, gone, orders })
    shown.set(next)
  }
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    begin(conflicts, before, written) {
      orders = {}
      replace(conflicts, before, written)
    },
    add(conflicts, written) {
      if (Object.keys(conflicts).length > 0) replace({ ...shown.get(), ...conflicts }, shown.get(), written)
    },
    orderOf: (key) => orders[key],
    resolve: () => replace({}, shown.get(), {}),
    hide: () => shown.set({}),
  }
}

/** Answers that were typed too late to be part of the submission, and the application that contains them. */
type TooLate = { readonly application: Application; readonly keys: readonly string[] }

export type TooLateAnswers = Pick<Observable<TooLate | undefined>, 'get' | 'subscribe'> & {
  /**
   * Shows those of these answers, and of those stored on the device, that differ from what was submitted, as far as
   * this tab knows. They are stored like a draft until they are copied or closed, because the page may be reloaded.
   */
  show(application: Application, typed: AnswerMap, submitted: AnswerMap): void
  /** Removes them from the device, once they are copied or not wanted. */
  forget(): void
  /** Removes them from the screen only. */
  hide(): void
}

export function createTooLateAnswers(drafts: Drafts, accountNow: () => string): TooLateAnswers {
  const shown = createObservable<TooLate | undefined>(undefined)
  const owner = () => ({ tooLate: accountNow() })
  const forget = () => drafts.forget(owner())
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    forget,
    hide: () => shown.set(undefined),
    show(application, typed, submitted) {
      const before = drafts.read(owner()).answer
      const others = Object.entries(givenIn({ ...before, ...typed })).filter(
        ([key, value]) => value !== answerTo(submitted, key),
      )
      if (others.length === 0) {
        forget()
        return shown.set(undefined)
      }
      const late = Object.fromEntries(others)
      // Writes only new answers; otherwise each visit would keep the old ones for another day.
      if (others.some(([key, value]) => value !== before[key])) drafts.keep(owner(), { answer: late })
      shown.set({
        application: { ...application, answer: { ...application.answer, ...late } },
        keys: Object.keys(late),
      })
    },
  }
}
