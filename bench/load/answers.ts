import { questionsByKey } from '../../engine/index.ts'
import { form, veteran } from '../../form/testing/index.ts'

const typed = Object.fromEntries(
  Object.entries(veteran.answer).flatMap(([key, value]) =>
    value === undefined || !questionsByKey(form).has(key) || questionsByKey(form).get(key)?.kind === 'upload'
      ? []
      : [[key, value]],
  ),
)
const { decision_essay: essay = '' } = typed
const tooLong = JSON.stringify(typed).length - 15_000

/** A long application: everything that a veteran types and chooses, 15 KB as JSON. */
export const longAnswers: Readonly<Record<string, string>> = { ...typed, decision_essay: essay.slice(tooLong) }
