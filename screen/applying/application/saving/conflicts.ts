import type { AnswerMap, WriteOrder } from '../../../../engine/index.ts'
import { createObservable, type Observable } from '../../../client/index.ts'
import type { Drafts, Orders } from '../drafts/index.ts'

export type Conflicts = Pick<Observable<AnswerMap>, 'get' | 'subscribe'> & {
  /** Sets the conflicts of an account that has entered; `before` are those that the device has for it. */
  begin(conflicts: AnswerMap, before: AnswerMap, orders: Orders): void
  /** Adds conflicts, with the orders of the writes that caused them. */
  add(conflicts: AnswerMap, orders: Orders): void
  /** The order in which the conflicting answer was written. */
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
