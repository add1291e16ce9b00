import { useMemo } from 'react'
import { isGiven, type Question } from '../../../engine/index.ts'
import type { ApplicationStore } from './application-store.ts'
import { useFromStore } from './use-from-store.ts'

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
