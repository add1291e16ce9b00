import { createContext, type ReactNode, use, useContext, useMemo } from 'react'
import {
  type AnyCondition,
  type Application,
  answerTo,
  type ChoiceQuestion,
  holds,
  isGiven,
  keysAsked,
  labelShown,
  mayBeLeftOut,
  type PageProgress,
  type Problem,
  type Question,
  type SectionProgress,
  say,
  withPresets,
} from '../../../engine/index.ts'
import { useObserved } from '../../parts/index.ts'
import type { ApplicationStore, ScreenMemory } from './application-store.ts'
import type { StoreEvent } from './clearings.ts'

const ApplicationContext = createContext<ApplicationStore | null>(null)

/** Provides the answers to the fields inside it. The application has one store, and each account card has its own. */
export function ApplicationProvider({ store, children }: { store: ApplicationStore; children: ReactNode }) {
  return <ApplicationContext value={store}>{children}</ApplicationContext>
}

/** The store of the nearest provider. Reading from it does not subscribe; `useApplication` does. */
export function useApplicationStore(): ApplicationStore {
  const store = useContext(ApplicationContext)
  if (store === null) throw new Error('A field must be rendered inside ApplicationProvider.')
  return store
}

/**
 * Returns what `read` finds in the store. Re-renders only when the result changes, so `read` must return a primitive or
 * a stable object. `keys`: the only answers on which the result depends, none if it depends on none while it is being
 * typed. Without them, the listener costs time at each keystroke.
 */
export function useFromStore<Value>(read: (store: ApplicationStore) => Value, keys?: readonly string[]): Value {
  const store = useApplicationStore()
  return useObserved(keys ? store.subscribeTo(keys) : store.subscribe, () => read(store))
}

/** Returns what `read` finds in the application; `keys` are those of `useFromStore`. */
export function useApplication<Value>(read: (application: Application) => Value, keys?: readonly string[]): Value {
  return useFromStore((store) => read(store.current()), keys)
}

/** What the screen remembers under an id, or `first`, and a function that replaces it; undefined removes it. */
export function useScreenMemory<Value, First extends Value | undefined = undefined>(
  memory: ScreenMemory<Value>,
  id: string,
  first?: First,
): readonly [remembered: Value | First, remember: (value: Value | undefined) => void] {
  const store = useApplicationStore()
  const remembered = useFromStore(() => store.recall(memory, id) ?? (first as First), [])
  return [remembered, (value) => store.remember(memory, id, value)]
}

/** All problems shown now, in reading order; empty while the web status is not validating. */
export const useProblems = (): readonly Problem[] => useFromStore((store) => store.problems(), [])

/** How far each page and section is. Re-renders only when a count or a state changes, never while somebody types. */
export const useProgress = (): readonly PageProgress[] => useFromStore((store) => store.progress(), [])

/** How far a section is, by the count of the map; undefined while it is not asked. */
export const useSectionState = (id: string): SectionProgress['state'] | undefined =>
  useFromStore((store) => {
    const sections = store.progress().flatMap((page) => page.sections)
    return sections.find((section) => section.id === id)?.state
  }, [])

/** Whether the answers meet a condition. */
export const useShown = (condition: AnyCondition): boolean =>
  useApplication(({ answer }) => holds(condition, answer), keysAsked(condition))

/** What looks wrong about one of these answers without being a problem; undefined if nothing does. */
export const useWarning = (keys: readonly string[]): string | undefined =>
  useFromStore((store) => {
    const key = keys.find((each) => store.warnings()[each])
    return key && store.warnings()[key]
  }, [])

const StoreEventsContext = createContext<readonly StoreEvent[]>([])

/** Listens once for what answers clear, for all the questions inside it. */
export function StoreEventsProvider({ children }: { children: ReactNode }) {
  const { subscribe, storeEvents } = useApplicationStore()
  return <StoreEventsContext value={useObserved(subscribe, storeEvents)}>{children}</StoreEventsContext>
}

/** Whether a change of one of these answers may have cleared others. */
export const useHasCleared = (keys: readonly string[]): boolean =>
  useContext(StoreEventsContext).some((each) => 'key' in each && keys.includes(each.key))

/** The answer to a question, with functions to write it (on each keystroke) and to commit it (when it is finished). */
export function useAnswer({
  key,
}: Pick<Question, 'key'>): readonly [value: string, write: (value: string) => void, commit: () => void] {
  const store = useApplicationStore()
  const value = useApplication(({ answer }) => answerTo(answer, key), [key])
  const [write, commit] = useMemo(
    () => [(next: string) => store.write(key, next), () => store.commit(key)] as const,
    [store, key],
  )
  return [value, write, commit]
}

/**
 * The answer to a choice, or its preset while nothing in its block is answered (Q80). Once a message says that the
 * answer is missing, the preset is no longer shown as if it had been given.
 */
export function useChoice(question: ChoiceQuestion): ReturnType<typeof useAnswer> {
  const [, write, commit] = useAnswer(question)
  const value = useFromStore(
    (store) => {
      const { answer } = store.current()
      const hasProblem = store.problems().some(({ key }) => key === question.key)
      return answerTo(hasProblem ? answer : withPresets(store.form, answer), question.key)
    },
    [question.key],
  )
  return [value, write, commit]
}

/** The label of a question for the present answers. */
export function useLabel(question: Question): string {
  const { form } = useApplicationStore()
  return useApplication(
    ({ answer }) => labelShown(question, withPresets(form, answer)),
    (question.labels ?? []).flatMap(({ when }) => keysAsked(when)),
  )
}

/**
 * The messages to show at the field of these questions, each only once (requirement 5.when.8). A message that is only a
 * label gets a prefix; a whole sentence, or words that say themselves what they are about, are used unchanged.
 */
export function useMessages(questions: readonly Question[]): readonly string[] {
  const joined = useFromStore(
    (store) => (store.problems().length === 0 ? '' : messagesOf(questions, store).join('\n')),
    [],
  )
  return useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
}

function messagesOf(questions: readonly Question[], store: ApplicationStore): readonly string[] {
  const { answer } = store.current()
  const isMissing = questions.some(({ key }) => !isGiven(answer[key]))
  const worded = questions.flatMap((question) =>
    store
      .problems()
      .filter(({ key }) => key === question.key)
      .map(({ message }) => atField(message, labelShown(question, answer), isMissing)),
  )
  return [...new Set(worded)]
}

function atField(message: string, label: string, isMissing: boolean): string {
  const missing = () => say('Missing: {question}', { question: message })
  if (message === label) return isMissing ? missing() : say('Please check: {question}', { question: message })
  // A password rule, which is written without a subject.
  if (/^\p{Ll}/u.test(message)) return say('{question}: {message}', { question: label, message })
  return isMissing && !/\p{STerm}$|: /u.test(message) ? missing() : message
}

/** True inside a group whose heading says what must be answered, so that its questions are not marked one by one. */
export const MarkedOnce = createContext(false)

/** Whether to mark these questions optional. */
export function useOptional(questions: readonly Question[]): boolean {
  const { form } = useApplicationStore()
  const isOptional = useApplication(({ answer }) => {
    const shown = withPresets(form, answer)
    return questions.every((question) => mayBeLeftOut(question, shown))
  }, keysAskedBy(questions))
  return !use(MarkedOnce) && isOptional
}

/** The value of `aria-required`. Unlike `required`, it does not make browsers call an empty box invalid. */
export function useRequired(questions: readonly Question[]): true | undefined {
  const { form } = useApplicationStore()
  const isRequired = useApplication(
    ({ answer }) =>
      questions.some(({ required }) =>
        typeof required === 'boolean' ? required : holds(required, withPresets(form, answer)),
      ),
    keysAskedBy(questions),
  )
  return isRequired || undefined
}

const keysAskedBy = (questions: readonly Question[]) =>
  questions.flatMap(({ required }) => (typeof required === 'boolean' ? [] : keysAsked(required)))
