import {
  type Application,
  answerTo,
  type Form,
  type Problem,
  problemsIn,
  withAnswer,
  withoutHidden,
} from '../../engine/index.ts'

/** What the person changed: a keystroke may be followed by many more, a commit is an answer given. */
export type Change = { readonly keys: readonly string[]; readonly how: 'keystroke' | 'commit' }

export type ApplicationStore = {
  /** Already filled by `withInstitution`. */
  readonly form: Form
  /** The day where the institution is, YYYY-MM-DD. */
  readonly today: string
  /** An immutable snapshot. */
  current(): Application
  subscribe(listener: () => void): () => void
  /** A keystroke: reaches the store at once and clears nothing else. */
  write(key: string, value: string): void
  /**
   * The answer is given: what it rules out is cleared, to a fixed point (Q10). Nothing happens when nothing was
   * written.
   */
  commit(key: string): void
  /** Commits whatever was written and not yet left: before a save that no blur announces, such as Enter in a field. */
  commitAll(): void
  setEntries(blockId: string, count: number): void
  chooseTab(blockId: string, tabId: string): void
  /** Puts values in from outside, which does not count as the person's change. Answers merge by key; another map replaces its own. */
  receive(change: Partial<Application>): void
  /** Everything from outside at once; what was remembered or half typed is forgotten. */
  replace(application: Application): void
  /** Tells every change the person makes, cleared keys included. */
  onChange(listener: (change: Change) => void): () => void
  /** Whether messages are shown: only while the web status is validating (requirement 5.when.1). */
  showProblems(on: boolean): void
  /** The same array as long as the problems are the same; empty while they are not shown. */
  problems(): readonly Problem[]
  /** What the screen keeps beside the answers: the parts of a date that is none, a pressed confirmation (Q17, Q49). */
  recall(id: string): string
  /** '' forgets. */
  remember(id: string, text: string): void
}

const none: readonly Problem[] = []

/** The one owner of the answers on the screen (Q45). Tells its listeners synchronously. */
export function createApplicationStore(options: {
  form: Form
  application: Application
  today: string
}): ApplicationStore {
  const { form, today } = options
  let application = options.application
  let problemsShown = false
  let problems = none
  let judged: Application | undefined
  const listeners = new Set<() => void>()
  const changeListeners = new Set<(change: Change) => void>()
  /** The value each key had before it was last written without a commit. */
  const uncommitted = new Map<string, string>()
  const remembered = new Map<string, string>()

  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const tell = (change: Change) => {
    for (const listener of [...changeListeners]) listener(change)
  }
  const set = (next: Application) => {
    application = next
    notify()
  }
  const forget = (keys: Iterable<string>) => {
    for (const key of keys) {
      uncommitted.delete(key)
      remembered.delete(key)
    }
  }

  const store: ApplicationStore = {
    form,
    today,
    current: () => application,
    subscribe: (listener) => joined(listeners, listener),
    onChange: (listener) => joined(changeListeners, listener),
    write(key, value) {
      const before = answerTo(application.answer, key)
      if (before === value) return
      if (!uncommitted.has(key)) uncommitted.set(key, before)
      set(withValue(application, key, value))
      tell({ keys: [key], how: 'keystroke' })
    },
    commit(key) {
      const before = uncommitted.get(key)
      if (before === undefined) return
      // The effects of an answer belong to the step from what was there before it was written.
      const value = answerTo(application.answer, key)
      const stood = withValue(application, key, before)
      // What was hidden before came from elsewhere, and what shows it may still be on its way: the applicant did not clear it.
      const hiddenBefore = withoutHidden(form, stood).cleared
      const { application: settled, cleared } = withoutHidden(form, withAnswer(form, stood, key, value), hiddenBefore)
      const keys = [...new Set([key, ...differing(application, settled), ...cleared])]
      uncommitted.delete(key)
      forget(keys.filter((each) => each !== key))
      set(settled)
      tell({ keys, how: 'commit' })
    },
    commitAll() {
      for (const key of [...uncommitted.keys()]) store.commit(key)
    },
    setEntries: (blockId, count) =>
      set({ ...application, add_another: { ...application.add_another, [blockId]: count } }),
    chooseTab: (blockId, tabId) => set({ ...application, tabs: { ...application.tabs, [blockId]: tabId } }),
    receive(change) {
      forget(Object.keys(change.answer ?? {}))
      set({ ...application, ...change, answer: { ...application.answer, ...change.answer } })
    },
    replace(next) {
      uncommitted.clear()
      remembered.clear()
      set(next)
    },
    showProblems(on) {
      problemsShown = on
      notify()
    },
    problems() {
      if (!problemsShown) return none
      if (judged !== application) {
        const found = problemsIn(form, application, today)
        problems = same(found, problems) ? problems : found
        judged = application
      }
      return problems
    },
    recall: (id) => remembered.get(id) ?? '',
    remember(id, text) {
      if (text === '') remembered.delete(id)
      else remembered.set(id, text)
      notify()
    },
  }
  return store
}

function joined<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const withValue = (application: Application, key: string, value: string): Application => ({
  ...application,
  answer: { ...application.answer, [key]: value },
})

const differing = (before: Application, after: Application) =>
  Object.keys(after.answer).filter((key) => answerTo(before.answer, key) !== answerTo(after.answer, key))

const same = (some: readonly Problem[], others: readonly Problem[]) =>
  some.length === others.length &&
  some.every(({ key, message }, index) => key === others[index]?.key && message === others[index]?.message)
