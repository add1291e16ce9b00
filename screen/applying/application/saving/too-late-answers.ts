import { type AnswerMap, type Application, answerTo } from '../../../../engine/index.ts'
import { createObservable, type Observable } from '../../../client/index.ts'
import { type Drafts, givenIn } from '../drafts/index.ts'

/** Answers that were typed too late to be part of the submission, and the application that contains them. */
export type TooLate = { readonly application: Application; readonly keys: readonly string[] }

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
