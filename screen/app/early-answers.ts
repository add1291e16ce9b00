import { type AnswerMap, careOf, type Form, isGiven, questionsByKey } from '../../engine/index.ts'
import { EARLY, type EarlyDraft, earlyDraftIn } from '../features/application/index.ts'
import type { ApplicationStore } from '../fields/index.ts'

/**
 * Keeps what a visitor types before the code of the session is there, which keeps drafts from then on, when the page is
 * left: in this tab, and on this device what is not sensitive, for another tab to ask whose it is. Secret answers are
 * not kept (Q12). Call the returned function once that code is there: it stops, and for a visitor puts back what an
 * earlier page of this tab kept, into questions that are still empty. An account that has logged in since may be
 * somebody else's.
 */
export function keepEarlyAnswers(store: ApplicationStore, isVisitor: () => boolean): () => void {
  const { form } = store
  const earlier = inStorage(() => earlyDraftIn(window.sessionStorage))
  const keep = () => {
    if (document.visibilityState !== 'hidden') return
    const answer = { ...earlier?.answer, ...withCare(form, store.current().answer, ['none', 'sensitive']) }
    const draft = { at: Date.now(), answer }
    place(() => window.sessionStorage, draft)
    place(() => window.localStorage, { ...draft, answer: withCare(form, answer, ['none']) })
  }
  document.addEventListener('visibilitychange', keep)
  return () => {
    document.removeEventListener('visibilitychange', keep)
    const here = inStorage(() => earlyDraftIn(window.sessionStorage))
    inStorage(() => window.sessionStorage.removeItem(EARLY))
    // What another tab left stays, so that this visitor is asked whose it is.
    const isOurs = here && here.at === inStorage(() => earlyDraftIn(window.localStorage))?.at
    if (isOurs || !isVisitor()) inStorage(() => window.localStorage.removeItem(EARLY))
    if (!isVisitor()) return
    for (const [key, value] of Object.entries(earlier?.answer ?? {})) {
      const isEmpty = !isGiven(store.current().answer[key])
      if (isEmpty && questionsByKey(form).has(key)) store.write(key, value)
    }
    store.commitAll()
  }
}

const withCare = (form: Form, answer: AnswerMap, cares: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(answer).flatMap(([key, value]) =>
      value !== undefined && isGiven(value) && cares.includes(careOf(form, key)) ? [[key, value]] : [],
    ),
  )

function place(storage: () => Storage, draft: EarlyDraft): void {
  if (Object.keys(draft.answer).length > 0) inStorage(() => storage().setItem(EARLY, JSON.stringify(draft)))
}

/** Without storage, which a browser may refuse, nothing is kept; drafts are not kept then either. */
function inStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
