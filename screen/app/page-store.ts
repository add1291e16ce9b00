import {
  type AnswerMap,
  careOf,
  emptyApplication,
  type Form,
  isGiven,
  questionsByKey,
  withInstitution,
} from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { EARLY, type EarlyDraft, earlyDraftIn } from '../applying/application/index.ts'
import { pageData } from '../client/index.ts'
import { type ApplicationStore, createApplicationStore } from '../fields/index.ts'

/** The store of the application in this tab, with the institution's own words in the form. */
export function createPageStore(): ApplicationStore {
  const { institution, today } = pageData()
  return createApplicationStore({
    form: withInstitution(admissions, institution),
    application: emptyApplication,
    today,
  })
}

/**
 * Keeps what a visitor types before the code of the session is there, which keeps drafts from then on: in this tab, and
 * on this device what is not sensitive, for another tab to ask whose it is. It keeps at every key, because a tab that is
 * killed has no last moment. Secret answers are not kept (Q12). Call the returned function once that code is there: it
 * stops, and for a visitor puts back what an earlier page of this tab kept, into questions that are still empty. An
 * account that has logged in since may be somebody else's.
 */
export function keepEarlyAnswers(store: ApplicationStore, isVisitor: () => boolean): () => void {
  const { form } = store
  const earlyIn = (storage: () => Storage) => inStorage(() => earlyDraftIn(storage()))
  /** What is on the device was left by another tab. */
  const isOthers = () => (earlyIn(onDevice)?.at ?? earlyIn(inTab)?.at) !== earlyIn(inTab)?.at
  const earlier = earlyIn(inTab)
  const stop = store.onChange(() => {
    const isFree = !isOthers()
    const answer = withCare(form, { ...earlier?.answer, ...store.current().answer }, ['none', 'sensitive'])
    const draft = { at: Date.now(), answer }
    place(inTab, draft)
    if (isFree) place(onDevice, { ...draft, answer: withCare(form, answer, ['none']) })
  })
  return () => {
    stop()
    const isOver = !isOthers() || !isVisitor() // otherwise this visitor is asked whose it is
    inStorage(() => inTab().removeItem(EARLY))
    if (isOver) inStorage(() => onDevice().removeItem(EARLY))
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

const inTab = () => window.sessionStorage
const onDevice = () => window.localStorage

const place = (storage: () => Storage, draft: EarlyDraft) =>
  inStorage(() => storage().setItem(EARLY, JSON.stringify(draft)))

/** Without storage, which a browser may refuse, nothing is kept; drafts are not kept then either. */
function inStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
