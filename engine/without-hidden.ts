import type { Application } from './application.ts'
import type { Form } from './form.ts'
import { keysThatHide } from './visibility-of.ts'
import { questionsOf, walk } from './walk.ts'
import { descriptionKey } from './with-descriptions.ts'

/** An application without hidden answers, and the keys that were cleared (including documents). */
export type Cleared = { readonly application: Application; readonly cleared: readonly string[] }

/**
 * Clears every answer that a condition hides (requirement 4.conditional.2), in reading order and until nothing changes:
 * clearing an answer may hide the next one or show it again. Counts and tabs hide nothing here, and keys that the form
 * does not ask are left alone, as are the answers in `keep`.
 */
export function withoutHidden(form: Form, application: Application, keep: readonly string[] = []): Cleared {
  const cleared: string[] = []
  let current = application
  for (;;) {
    const hidden = hiddenKeys(form, current).filter((key) => !keep.includes(key))
    if (hidden.length === 0) return { application: current, cleared }
    // What follows an answer that shows or hides others is checked again once that answer is cleared.
    const last = hidden.findIndex((key) => keysThatHide(form).has(key))
    const toClear = last === -1 ? hidden : hidden.slice(0, last + 1)
    cleared.push(...toClear)
    current = without(toClear, current)
  }
}

function hiddenKeys(form: Form, application: Application): readonly string[] {
  const askedKeys = new Set(
    walk(form, application, 'everyEntryAndTab').flatMap(({ nodes }) =>
      questionsOf(nodes).map(({ question }) => question.key),
    ),
  )
  return form.keys.filter((key) => !askedKeys.has(key) && hasValue(key, application))
}

const hasValue = (key: string, { answer, document_answer }: Application) =>
  (answer[key] ?? '') !== '' || document_answer[key] !== undefined

/** The application without the answers, descriptions and documents of these keys. */
export function without(keys: readonly string[], application: Application): Application {
  const removedKeys = new Set(keys.flatMap((key) => [key, descriptionKey(key)]))
  const remaining = <Value>(map: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(map).filter(([key]) => !removedKeys.has(key)))
  const blanks = Object.fromEntries(keys.map((key) => [key, '']))
  return {
    ...application,
    answer: { ...remaining(application.answer), ...blanks },
    document_answer: remaining(application.document_answer),
  }
}
