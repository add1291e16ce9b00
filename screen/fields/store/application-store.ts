import {
  type Application,
  answerTo,
  canonicalAnswer,
  type Form,
  isGiven,
  type PageProgress,
  type Problem,
  pageOf,
  presetAfter,
  presetOf,
  problemsIn,
  progressOf,
  questionsByKey,
  withAnswer,
  withoutHidden,
} from '../../../engine/index.ts'
import { createListeners, type Listeners } from '../../parts/index.ts'
import type { StoreEvent } from './clearings.ts'

/** What the person changed. A keystroke may be followed by more; a commit means that the answer is finished. */
export type Change = { readonly keys: readonly string[]; readonly how: 'keystroke' | 'commit' }

export type ApplicationStore = {
  /** Already processed by `withInstitution`, in the language of the page. */
  readonly form: Form
  /** The same form in another language. */
  speak(form: Form): void
  /** Today's date at the institution, YYYY-MM-DD. */
  readonly today: string
  /** An immutable snapshot. */
  current(): Application
  subscribe: Listeners['subscribe']
  /**
   * The same for what depends on these answers alone, and on presets behind them; without any, on none that is not
   * finished. A keystroke elsewhere does not call the listener while no problems are shown. Returns the same function for
   * the same keys.
   */
  subscribeTo(keys: readonly string[]): Listeners['subscribe']
  /** A keystroke: reaches the store at once and clears no other answer. */
  write(key: string, value: string): void
  /**
   * The answer is finished and its field left: gives it its canonical form (Q87) and clears the answers it rules out,
   * repeating until nothing more changes (Q10). Does nothing if nothing was written.
   */
  commit(key: string): void
  /**
   * Commits everything written but not yet committed, for a save that happens without a blur, such as on Enter or when
   * the page is hidden. Answers stay as they were typed, because somebody may type on.
   */
  commitAll(): void
  setEntries(blockId: string, count: number): void
  chooseTab(blockId: string, tabId: string): void
  /**
   * Applies values from outside, which do not count as the person's change. Answers merge by key; any other map
   * replaces the current one.
   */
  receive(change: Partial<Application>): void
  /** Replaces the whole application, and forgets everything remembered or half typed. */
  replace(application: Application): void
  /** Calls the listener with every change the person makes, including cleared keys. */
  onChange(listener: (change: Change) => void): () => void
  /**
   * What was cleared by the person's answers, and what happened since, as long as the page is open and the person here.
   * `clearingsIn` says what of it can be undone. The same array until it changes.
   */
  storeEvents(): readonly StoreEvent[]
  /** Notes what happened since. Does nothing while nothing was cleared. */
  note(storeEvent: StoreEvent): void
  /** Turns messages on or off. They are shown only while the web status is validating (requirement 5.when.1). */
  showProblems(on: boolean): void
  /** What the server found besides, instead of what it found before. Each is a problem until its answer changes. */
  refuse(problems: readonly Problem[]): void
  /** Returns the same array as long as the problems are the same; empty while they are not shown. */
  problems(): readonly Problem[]
  /**
   * How far the application is, whether or not problems are shown. A keystroke does not change it, only a finished
   * answer, so that typing costs nothing. Returns the same array as long as the result is the same.
   */
  progress(): readonly PageProgress[]
  /** The keys that are missing or wrong, by the same count. */
  unfinished(): ReadonlySet<string>
  /** The application when an answer was last finished. */
  finished(): Application
  /** What looks wrong without being a problem, by key. */
  warnings(): Readonly<Record<string, string>>
  showWarnings(warnings: Readonly<Record<string, string>>): void
  /** What the screen remembers besides answers: the parts of an invalid date, or a pressed confirmation (Q17, Q49). */
  recall: ScreenMemories['recall']
  remember: ScreenMemories['remember']
}

const none: readonly Problem[] = []

/** The progress of an application, and the application it was counted for. */
type Counted = {
  readonly of: Application | undefined
  readonly pages: readonly PageProgress[]
  readonly keys: ReadonlySet<string>
}

/**
 * Creates the store, the only owner of the answers on the screen (Q45). It calls its listeners synchronously.
 */
export function createApplicationStore(options: {
  form: Form
  application: Application
  today: string
}): ApplicationStore {
  const { today } = options
  let { form } = options
  let application = options.application
  let problemsShown = false
  let problems = none
  let judged: Application | undefined
  let refused = none
  /** The application when an answer was last finished. Progress is counted for this one. */
  let finished = application
  let counted: Counted | undefined
  let warnings: Readonly<Record<string, string>> = {}
  const { subscribe, subscribeTo, notify } = createAudiences()
  const { subscribe: onChange, notify: report } = createListeners<[Change]>()
  /** The value each key had before the first write since its last commit. */
  const uncommitted = new Map<string, string>()
  /** Keys that were committed as typed, perhaps with their box still in use: it is rewritten once it is left. */
  const inBox = new Set<string>()
  const memories = createScreenMemories()
  let storeEvents: readonly StoreEvent[] = []

  const set = (next: Application, typed?: readonly string[]) => {
    refused = refused.filter(({ key }) => answerTo(next.answer, key) === answerTo(application.answer, key))
    application = next
    if (!typed) finished = next
    notify(problemsShown ? undefined : typed)
  }
  const count = (): Counted => {
    if (counted?.of === finished) return counted
    try {
      const found = problemsIn(form, finished, today)
      const waiting = form.keys.filter((key) => isGiven(finished.answer[key]) && memories.recall(unsearched, key))
      const open = [...found, ...waiting.map((key) => ({ key, page: pageOf(form, key) ?? '', message: '' }))]
      const keys = new Set(open.map(({ key }) => key))
      const pages = progressOf(form, finished, open)
      counted = {
        of: finished,
        keys: counted && sameKeys(counted.keys, keys) ? counted.keys : keys,
        pages: counted && sameProgress(counted.pages, pages) ? counted.pages : pages,
      }
    } catch (error) {
      // What is left is only a help. One broken answer must not take away the pages that can still be drawn.
      queueMicrotask(() => reportError(error))
      counted = { of: finished, keys: new Set(), pages: [] }
    }
    return counted
  }
  const forget = (keys: Iterable<string>) => {
    for (const key of keys) {
      uncommitted.delete(key)
      inBox.delete(key)
      memories.forget(key)
    }
  }

  /** Finishes an answer with this value. Its effects depend on the change from the value before it was written. */
  const finish = (key: string, before: string, value: string) => {
    const previous = withValue(application, key, before)
    // An answer that was hidden before came from elsewhere, and the answer that shows it may still arrive, so it stays.
    const hiddenBefore = withoutHidden(form, previous).cleared
    const { application: settled, cleared } = withoutHidden(form, withAnswer(form, previous, key, value), hiddenBefore)
    const preset = presetOf(form, key)?.key
    const withPreset = preset !== undefined && uncommitted.delete(preset) ? [preset] : []
    const keys = [...new Set([key, ...withPreset, ...differing(application, settled), ...cleared])]
    uncommitted.delete(key)
    inBox.delete(key)
    forget(keys.filter((each) => each !== key && each !== preset))
    if (keys.length > withPreset.length + 1)
      storeEvents = [...storeEvents, { kind: 'cleared', key, before: previous, after: settled }]
    set(settled)
    report({ keys, how: 'commit' })
  }

  const store: ApplicationStore = {
    get form() {
      return form
    },
    speak(spoken) {
      if (spoken === form) return
      form = spoken
      judged = counted = undefined
      notify()
    },
    today,
    current: () => application,
    subscribe,
    subscribeTo,
    onChange,
    write(key, value) {
      const before = answerTo(application.answer, key)
      if (before === value) return
      const preset = presetAfter(form, application.answer, key, value)
      const written = [{ key, value }, ...(preset ? [preset] : [])]
      for (const each of written) {
        if (!uncommitted.has(each.key)) uncommitted.set(each.key, answerTo(application.answer, each.key))
      }
      const keys = written.map((each) => each.key)
      set(
        written.reduce((next, each) => withValue(next, each.key, each.value), application),
        keys,
      )
      report({ keys, how: 'keystroke' })
    },
    commit(key) {
      const value = answerTo(application.answer, key)
      const before = uncommitted.get(key) ?? (inBox.has(key) ? value : undefined)
      const question = questionsByKey(form).get(key)
      if (before !== undefined) finish(key, before, question ? canonicalAnswer(question, value) : value)
    },
    commitAll() {
      for (const key of [...uncommitted.keys()]) {
        const before = uncommitted.get(key)
        if (before === undefined) continue // a preset, finished together with its block
        finish(key, before, answerTo(application.answer, key))
        inBox.add(key)
      }
    },
    setEntries(blockId, count) {
      store.note({ kind: 'moved', block: blockId })
      set({ ...application, add_another: { ...application.add_another, [blockId]: count } })
    },
    chooseTab(blockId, tabId) {
      store.note({ kind: 'moved', block: blockId })
      set({ ...application, tabs: { ...application.tabs, [blockId]: tabId } })
    },
    receive(change) {
      forget(Object.keys(change.answer ?? {}))
      const next = { ...application, ...change, answer: { ...application.answer, ...change.answer } }
      store.note({ kind: 'arrived', keys: differing(application, next) })
      set(next)
    },
    replace(next) {
      uncommitted.clear()
      inBox.clear()
      storeEvents = []
      refused = none
      memories.forgetAll()
      set(next)
    },
    storeEvents: () => storeEvents,
    note(storeEvent) {
      if (storeEvents.length === 0) return
      storeEvents = [...storeEvents, storeEvent]
      notify()
    },
    showProblems(on) {
      problemsShown = on
      notify()
    },
    refuse(found) {
      refused = found
      judged = undefined
      notify()
    },
    problems() {
      if (!problemsShown) return none
      if (judged !== application) {
        const own = problemsIn(form, application, today)
        const found = [...own, ...refused.filter(({ key }) => own.every((each) => each.key !== key))]
        problems = same(found, problems) ? problems : found
        judged = application
      }
      return problems
    },
    progress: () => count().pages,
    unfinished: () => count().keys,
    finished: () => finished,
    warnings: () => warnings,
    showWarnings(found) {
      warnings = found
      notify()
    },
    recall: memories.recall,
    remember(memory, id, value) {
      memories.remember(memory, id, value)
      if (counted && memory.name === unsearched.name) counted = { ...counted, of: undefined }
      notify()
    },
  }
  return store
}

/** Who is told of changes: everybody, and those who asked for some answers. */
function createAudiences() {
  const everybody = createListeners()
  const audiences = new Map<string, Listeners & { readonly keys: readonly string[] }>()
  return {
    subscribe: everybody.subscribe,
    subscribeTo(keys: readonly string[]) {
      const name = keys.join()
      const audience = audiences.get(name) ?? { ...createListeners(), keys }
      audiences.set(name, audience)
      return audience.subscribe
    },
    /** `typed`: the only answers that have changed, of which more may follow. */
    notify(typed?: readonly string[]) {
      everybody.notify()
      for (const { keys, notify } of audiences.values()) if (!typed || keys.some((key) => typed.includes(key))) notify()
    },
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

const sameProgress = (some: readonly PageProgress[], others: readonly PageProgress[]) =>
  JSON.stringify(some) === JSON.stringify(others)

const sameKeys = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((key) => others.has(key))

/**
 * Something that the screen remembers besides answers: one value for each id, which is the key of an answer or the id
 * of a block. `value` exists only for the compiler.
 */
export type ScreenMemory<Value> = { readonly name: string; readonly value?: (value: Value) => Value }

/** Names something to remember. Call it once, and use the result with the store. */
export const screenMemory = <Value>(name: string): ScreenMemory<Value> => ({ name })

/** A text that counts as left to do until its search has answered once. */
export const unsearched = screenMemory<true>('a text that no search has answered')

type ScreenMemories = {
  recall<Value>(memory: ScreenMemory<Value>, id: string): Value | undefined
  /** undefined removes it. */
  remember<Value>(memory: ScreenMemory<Value>, id: string, value: NoInfer<Value> | undefined): void
  /** Forgets everything remembered under an id. */
  forget(id: string): void
  forgetAll(): void
}

/** Creates what one store remembers. */
function createScreenMemories(): ScreenMemories {
  const all = new Map<object, Map<string, unknown>>()
  return {
    recall<Value>(memory: ScreenMemory<Value>, id: string) {
      // What is remembered has its type: `remember` takes no other. The compiler cannot see that.
      return all.get(memory)?.get(id) as Value | undefined
    },
    remember(memory, id, value) {
      const values = all.get(memory) ?? new Map<string, unknown>()
      all.set(memory, values)
      if (value === undefined) values.delete(id)
      else values.set(id, value)
    },
    forget(id) {
      for (const values of all.values()) values.delete(id)
    },
    forgetAll: () => all.clear(),
  }
}
