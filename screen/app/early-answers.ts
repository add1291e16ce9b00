import { careOf, isGiven, questionsByKey } from '../../engine/index.ts'
import type { ApplicationStore } from '../fields/index.ts'

const NAME = 'causeway.early'

/**
 * Keeps what a visitor types before the code of the session is there, which keeps drafts from then on: in this tab, when
 * the page is left. Secret answers are not kept (Q12). Call the returned function once that code is there: it stops, and
 * for a visitor puts back what an earlier page of this tab kept, into questions that are still empty. An account that has
 * logged in since may be somebody else's.
 */
export function keepEarlyAnswers(store: ApplicationStore, isVisitor: () => boolean): () => void {
  const earlier = keptEarlier()
  const keep = () => {
    if (document.visibilityState === 'hidden')
      inTab((tab) => tab.setItem(NAME, JSON.stringify({ ...earlier, ...keptIn(store) })))
  }
  document.addEventListener('visibilitychange', keep)
  return () => {
    document.removeEventListener('visibilitychange', keep)
    inTab((tab) => tab.removeItem(NAME))
    if (!isVisitor()) return
    for (const [key, value] of Object.entries(earlier)) {
      const isEmpty = !isGiven(store.current().answer[key])
      if (isEmpty && typeof value === 'string' && questionsByKey(store.form).has(key)) store.write(key, value)
    }
    store.commitAll()
  }
}

const keptIn = ({ form, current }: ApplicationStore) =>
  Object.fromEntries(
    Object.entries(current().answer).filter(([key, value]) => isGiven(value) && careOf(form, key) !== 'secret'),
  )

function keptEarlier(): object {
  try {
    const kept: unknown = JSON.parse(inTab((tab) => tab.getItem(NAME)) ?? 'null')
    return kept instanceof Object ? kept : {}
  } catch {
    return {} // somebody else wrote there
  }
}

/** Without storage, which a browser may refuse, nothing is kept; drafts are not kept then either. */
function inTab<Result>(use: (tab: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    return undefined
  }
}
