import { createContext, use, useMemo } from 'react'
import {
  answerTo,
  type ChoiceQuestion,
  holds,
  isGiven,
  labelShown,
  mayBeLeftOut,
  type Question,
  withPresets,
} from '../../../engine/index.ts'
import type { ApplicationStore } from './application-store.ts'
import { useApplication, useApplicationStore, useFromStore } from './use-application.tsx'

/** The answer to a question, with functions to write it (on each keystroke) and to commit it (when it is finished). */
export function useAnswer({
  key,
}: Pick<Question, 'key'>): readonly [value: string, write: (value: string) => void, commit: () => void] {
  const store = useApplicationStore()
  const value = useApplication(({ answer }) => answerTo(answer, key), key)
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
  const value = useFromStore((store) => {
    const { answer } = store.current()
    const hasProblem = store.problems().some(({ key }) => key === question.key)
    return answerTo(hasProblem ? answer : withPresets(store.form, answer), question.key)
  })
  return [value, write, commit]
}

/** The label of a question for the present answers. */
export function useLabel(question: Question): string {
  const { form } = useApplicationStore()
  return useApplication(
    ({ answer }) => labelShown(question, withPresets(form, answer)),
    question.labels ? undefined : '',
  )
}

/**
 * The messages to show at the field of these questions, each only once (requirement 5.when.8). A message that is only a
 * label gets a prefix; a whole sentence, or words that say themselves what they are about, are used unchanged.
 */
export function useMessages(questions: readonly Question[]): readonly string[] {
  const joined = useFromStore(
    (store) => (store.problems().length === 0 ? '' : messagesOf(questions, store).join('\n')),
    '',
  )
  return useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
}

function messagesOf(questions: readonly Question[], store: ApplicationStore): readonly string[] {
  const { answer } = store.current()
  const isMissing = questions.some(({ key }) => !isGiven(answer[key]))
  const worded = questions.flatMap(({ key, label }) =>
    store
      .problems()
      .filter((problem) => problem.key === key)
      .map(({ message }) => atField(message, label, isMissing)),
  )
  return [...new Set(worded)]
}

function atField(message: string, label: string, isMissing: boolean): string {
  if (message === label) return `${isMissing ? 'Missing' : 'Please check'}: ${message}`
  if (/^\p{Ll}/u.test(message)) return `${label}: ${message}` // a password rule, which is written without a subject
  return isMissing && !/[.!?]$|: /.test(message) ? `Missing: ${message}` : message
}

/** True inside a group whose heading says what must be answered, so that its questions are not marked one by one. */
export const MarkedOnce = createContext(false)

/** Whether to mark these questions optional. */
export function useOptional(questions: readonly Question[]): boolean {
  const { form } = useApplicationStore()
  const isOptional = useApplication(({ answer }) => {
    const shown = withPresets(form, answer)
    return questions.every((question) => mayBeLeftOut(question, shown))
  }, keyOf(questions))
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
    keyOf(questions),
  )
  return isRequired || undefined
}

const keyOf = (questions: readonly Question[]) =>
  questions.every(({ required }) => typeof required === 'boolean') ? '' : undefined
