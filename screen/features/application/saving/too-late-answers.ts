import { type AnswerMap, type Application, answerTo } from '../../../../engine/index.ts'
import { createObservable, type Observable } from '../../../client/index.ts'
import { type Drafts, givenIn } from '../drafts/index.ts'

/** Answers that were typed too late to be part of what was submitted, and the application in which they stand. */
export type TooLate = { readonly application: Application; readonly keys: readonly string[] }

export type TooLateAnswers = Pick<Observable<TooLate | undefined>, 'get' | 'subscribe'> & {
  /**
   * Shows what of these answers, and of those that the device kept, is not what was submitted, as far as that is known
   * here. It is kept like a draft until it is copied or closed: the page may be loaded again first.
   */
  show(application: Application, typed: AnswerMap, submitted: AnswerMap): void
  /** They were copied or are not wanted: the device keeps them no longer. */
  forget(): void
  /** They are on the screen no longer. */
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
      // Only what is new is written, or each visit would add another day to it.
      if (others.some(([key, value]) => value !== before[key])) drafts.keep(owner(), { answer: late })
      shown.set({
        application: { ...application, answer: { ...application.answer, ...late } },
        keys: Object.keys(late),
      })
    },
  }
}
